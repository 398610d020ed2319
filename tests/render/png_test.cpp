// A PNG is read back, chunk by chunk, to the pixels that were written.
#include "cli/render/png.hpp"

#include <gtest/gtest.h>
#include <zlib.h>
#include <cstdlib>
#include <map>

namespace apart::render {
namespace png_test {

std::uint32_t number(const std::string& bytes, std::size_t at) {
  std::uint32_t n = 0;
  for (std::size_t k = 0; k < 4; ++k) n = n << 8 | static_cast<unsigned char>(bytes.at(at + k));
  return n;
}

// The chunks by their names; every checksum is compared.
std::map<std::string, std::string> chunks(const std::string& file) {
  EXPECT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1a\n");
  std::map<std::string, std::string> all;
  for (std::size_t at = 8; at < file.size();) {
    const std::size_t size = number(file, at);
    const std::string checked = file.substr(at + 4, 4 + size);
    EXPECT_EQ(number(file, at + 8 + size),
              crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size())));
    all[checked.substr(0, 4)] = checked.substr(4);
    at += 12 + size;
  }
  return all;
}

std::uint8_t paeth(int left, int above, int corner) {
  const int guess = left + above - corner;
  const int l = std::abs(guess - left), a = std::abs(guess - above), c = std::abs(guess - corner);
  return static_cast<std::uint8_t>(l <= a && l <= c ? left : a <= c ? above : corner);
}

Image decoded(const std::string& file) {
  const auto parts = chunks(file);
  const std::string& head = parts.at("IHDR");
  EXPECT_EQ(head.size(), 13u);
  EXPECT_EQ(head.substr(8), std::string("\x08\x02\0\0\0", 5));  // 8 bits, true colour, not interlaced
  EXPECT_EQ(parts.at("IEND"), "");
  Image image(static_cast<int>(number(head, 0)), static_cast<int>(number(head, 4)));
  const std::size_t row = 3 * static_cast<std::size_t>(image.width);
  std::vector<Bytef> raw((row + 1) * static_cast<std::size_t>(image.height));
  uLongf size = raw.size();
  const std::string& data = parts.at("IDAT");
  EXPECT_EQ(uncompress(raw.data(), &size, reinterpret_cast<const Bytef*>(data.data()), data.size()), Z_OK);
  EXPECT_EQ(size, raw.size());
  // Any filter that the format knows.
  std::vector<std::uint8_t> above(row, 0), line(row, 0);
  for (int y = 0; y < image.height; ++y) {
    const Bytef* in = raw.data() + static_cast<std::size_t>(y) * (row + 1);
    for (std::size_t k = 0; k < row; ++k) {
      const int left = k < 3 ? 0 : line[k - 3], corner = k < 3 ? 0 : above[k - 3];
      const int guess[] = {0, left, above[k], (left + above[k]) / 2, paeth(left, above[k], corner)};
      EXPECT_LE(in[0], 4);
      line[k] = static_cast<std::uint8_t>(in[1 + k] + guess[in[0]]);
    }
    for (int x = 0; x < image.width; ++x) {
      const std::size_t k = 3 * static_cast<std::size_t>(x);
      image.at(x, y) = {line[k], line[k + 1], line[k + 2]};
    }
    above = line;
  }
  return image;
}

TEST(Png, GivesBackEveryPixel) {
  for (const auto& [width, height] : {std::pair{1, 1}, {7, 3}, {64, 48}, {300, 2}}) {
    Image image(width, height);
    std::uint32_t noise = 12345;
    for (Colour& c : image.pixels) {
      noise = noise * 1664525 + 1013904223;
      c = {static_cast<std::uint8_t>(noise >> 24), static_cast<std::uint8_t>(noise >> 16),
           static_cast<std::uint8_t>(noise >> 8)};
    }
    const std::string file = png(image);
    EXPECT_EQ(decoded(file).pixels, image.pixels);
    EXPECT_EQ(png(image), file);
  }
}

TEST(Png, WhatIsFlatIsSmall) {
  Image image(640, 480);
  for (Colour& c : image.pixels) c = {246, 247, 249};
  EXPECT_LT(png(image).size(), 3000u);
}

}  // namespace png_test
}  // namespace apart::render
