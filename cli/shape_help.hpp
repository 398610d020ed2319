// The shapes that can be given in place of a file, as listed by --help.
#pragma once
#include <string>

namespace apart::cli {

// The footer of a command's help, with the shapes inserted before the examples.
std::string with_shapes(const std::string& footer);

}  // namespace apart::cli
