// The path of a body in its file: the names of the nodes above it and its own, joined by '/', and "[2]", "[3]" … behind
// the second and the third of siblings with one name. Different bodies of a file have different paths, and what stands
// beside a body under another name does not change its path.
#pragma once
#include <map>
#include <string>
#include <string_view>

namespace apart::io {

inline std::string in_brackets(std::size_t number) {
  std::string out = "[";
  out += std::to_string(number);
  out += ']';
  return out;
}

class NodePaths {
 public:
  // The next child of that name; `above` is empty for a child of the file itself.
  std::string add(const std::string& above, std::string_view name) {
    std::string path = (above.empty() ? "" : above + "/") + escaped(name);
    const unsigned times = ++seen_[path];
    if (times > 1) path += in_brackets(times);
    return path;
  }

 private:
  // So that no name looks like two, or like the second of another.
  static std::string escaped(std::string_view name) {
    std::string out;
    for (char c : name) {
      if (c == '/' || c == '\\') out += '\\';
      out += c;
    }
    const std::size_t open = out.rfind('[');
    const bool numbered = out.ends_with(']') && open != std::string::npos && open + 2 < out.size() &&
                          out.find_first_not_of("0123456789", open + 1) == out.size() - 1;
    if (numbered) out.insert(open, 1, '\\');
    return out;
  }

  std::map<std::string, unsigned> seen_;
};

}  // namespace apart::io
