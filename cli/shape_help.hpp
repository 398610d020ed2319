// The shapes that can be written in place of a file, as --help lists them.
#pragma once
#include <string>

namespace apart::cli {

// The footer of a command's help, with the shapes before its examples.
std::string with_shapes(const std::string& footer);

}  // namespace apart::cli
