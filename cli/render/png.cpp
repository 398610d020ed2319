// Writes PNG chunks, with zlib for compression.
#include "cli/render/png.hpp"

#include <zlib.h>
#include <stdexcept>

namespace apart::render {
namespace {

void add_number(std::string& out, std::uint32_t n) {  // the most significant byte first
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(n >> shift & 0xff);
}

const Bytef* bytes_of(const std::string& text) { return reinterpret_cast<const Bytef*>(text.data()); }

void add_chunk(std::string& out, const char* kind, const std::string& data) {
  add_number(out, static_cast<std::uint32_t>(data.size()));
  const std::string checked = kind + data;
  out += checked;
  add_number(out, static_cast<std::uint32_t>(crc32(0, bytes_of(checked), static_cast<uInt>(checked.size()))));
}

// Filter type "up", differences from the row above: most of a drawing is flat or continues downward.
std::string rows(const Image& image) {
  constexpr char kUp = 2;
  const auto difference = [](std::uint8_t a, std::uint8_t b) { return static_cast<char>(a - b); };
  std::string out;
  out.reserve(image.pixels.size() * 3 + static_cast<std::size_t>(image.height));
  for (int y = 0; y < image.height; ++y) {
    out += kUp;
    for (int x = 0; x < image.width; ++x) {
      const Colour here = image.at(x, y), above = y > 0 ? image.at(x, y - 1) : Colour{};
      out += difference(here.red, above.red);
      out += difference(here.green, above.green);
      out += difference(here.blue, above.blue);
    }
  }
  return out;
}

std::string deflated(const std::string& data) {
  uLongf size = compressBound(static_cast<uLong>(data.size()));
  std::string out(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &size, bytes_of(data), static_cast<uLong>(data.size()), 6) !=
      Z_OK)
    throw std::runtime_error("a picture could not be compressed");
  out.resize(size);
  return out;
}

}  // namespace

std::string png(const Image& image) {
  std::string head;
  add_number(head, static_cast<std::uint32_t>(image.width));
  add_number(head, static_cast<std::uint32_t>(image.height));
  // Eight bits per channel, true colour, default compression and filtering, not interlaced.
  head += std::string("\x08\x02\0\0\0", 5);
  std::string out = "\x89PNG\r\n\x1a\n";
  add_chunk(out, "IHDR", head);
  add_chunk(out, "IDAT", deflated(rows(image)));
  add_chunk(out, "IEND", "");
  return out;
}

}  // namespace apart::render
