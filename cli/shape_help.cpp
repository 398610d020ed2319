#include "cli/shape_help.hpp"

#include <algorithm>
#include <apart/io/shape_text.hpp>
#include <sstream>

namespace apart::cli {

std::string with_shapes(const std::string& footer) {
  constexpr std::size_t width = 110;
  std::string out = "Shapes:", line = out;
  std::istringstream words(shape_words() + ". +R at the end rounds one: box:1,2,3+0.1.");
  for (std::string word; words >> word;) {
    const bool fits = line.size() + 1 + word.size() <= width;
    if (!fits) line.clear();
    line += fits ? " " : "";
    line += word;
    out += fits ? " " : "\n";
    out += word;
  }
  const std::size_t examples = std::min(footer.find("Examples:"), footer.size());
  return footer.substr(0, examples) + out + "\n" + footer.substr(examples);
}

}  // namespace apart::cli
