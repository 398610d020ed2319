// The path of a body in its file: the names of its ancestors and its own, joined by '/', with "[2]", "[3]" … after the
// second and third sibling of one name. Paths are unique within a file, and do not depend on siblings of other names.
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
  // Escapes names, so that none reads like a path of two or like a numbered sibling.
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
