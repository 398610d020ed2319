// Encodes an image as PNG. The same image gives the same bytes.
#pragma once
#include <string>

#include "cli/render/image.hpp"

namespace apart::render {

std::string png(const Image& image);

}  // namespace apart::render
