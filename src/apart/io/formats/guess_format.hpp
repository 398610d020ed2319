// Detects the format of bytes without a telling name: from a pipe, or from a file without extension.
#pragma once
#include <string_view>

namespace apart::io {

// An extension that io/read.cpp knows, or empty. Only meshes are recognized: by their first word, binary STL by its
// size. Scenes refer to other files.
std::string_view guess_format(std::string_view bytes);

}  // namespace apart::io
