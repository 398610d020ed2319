// An image: rows of RGB pixels from the top left.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace apart::render {

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;
  friend constexpr bool operator==(const Colour&, const Colour&) = default;
};

struct Image {
  int width = 0, height = 0;
  std::vector<Colour> pixels;

  Image(int w, int h) : width(w), height(h), pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h)) {}
  Colour& at(int x, int y) { return pixels[index(x, y)]; }
  const Colour& at(int x, int y) const { return pixels[index(x, y)]; }
  // Copies another image into this one with its top left corner there, and a frame of one pixel around it.
  void lay(const Image& other, int left, int top, Colour frame) {
    for (int y = -1; y <= other.height; ++y)
      for (int x = -1; x <= other.width; ++x) {
        if (left + x < 0 || left + x >= width || top + y < 0 || top + y >= height) continue;
        const bool rim = x < 0 || y < 0 || x == other.width || y == other.height;
        at(left + x, top + y) = rim ? frame : other.at(x, y);
      }
  }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  }
};

}  // namespace apart::render
