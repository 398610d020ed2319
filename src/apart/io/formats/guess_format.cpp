#include <apart/io/bytes/endian.hpp>
#include <apart/io/bytes/scan.hpp>
#include <apart/io/formats/guess_format.hpp>

namespace apart::io {
namespace {

// 80 arbitrary bytes, a count, and 50 bytes per triangle.
bool is_binary_stl(std::string_view bytes) {
  constexpr std::size_t head = 84, each = 50;
  return bytes.size() >= head &&
         bytes.size() == head + each * std::size_t{from_bytes<std::uint32_t>(bytes.data() + 80, std::endian::little)};
}

std::string_view first_word(std::string_view bytes) {
  Scanner scan({"", bytes}, Scanner::Layout::free);
  return scan.word();
}

}  // namespace

std::string_view guess_format(std::string_view bytes) {
  if (is_binary_stl(bytes)) return "stl";
  const std::string_view word = first_word(bytes.substr(0, 65536));
  if (word == "ply") return "ply";
  if (word.ends_with("OFF")) return "off";
  if (word.starts_with("ISO-10303-21")) return "step";
  if (same_letters(word, "solid")) return "stl";
  for (const std::string_view known : {"v", "vn", "vt", "o", "g", "s", "f", "mtllib", "usemtl"})
    if (word == known) return "obj";
  return "";
}

}  // namespace apart::io
