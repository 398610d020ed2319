// The format of bytes that came under no name that tells it: through a pipe, or in a file without extension.
#pragma once
#include <string_view>

namespace apart::io {

// An extension that io/read.cpp knows, or empty. Meshes alone are recognized: by their first word, binary STL by its
// size. Scenes refer to other files, beside their own.
std::string_view guess_format(std::string_view bytes);

}  // namespace apart::io
