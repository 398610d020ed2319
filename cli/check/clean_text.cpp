#include "cli/check/clean_text.hpp"

#include <apart/io/bytes/source.hpp>

namespace apart::cli {
namespace {

// The bytes of the UTF-8 character at the start of a text that is not empty; 0 if there is none.
std::size_t length_of_character(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80                     ? 1
                             : first >= 0xc2 && first <= 0xdf ? 2
                             : first >= 0xe0 && first <= 0xef ? 3
                             : first >= 0xf0 && first <= 0xf4 ? 4
                                                              : 0;
  if (length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(k) & 0xc0) != 0x80) return 0;
  // No longer form than needed, no surrogates, nothing beyond U+10FFFF.
  const bool bad = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) >= 0xa0) ||
                   (first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90);
  return bad ? 0 : length;
}

}  // namespace

std::string clean(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = length_of_character(text);
    if (length == 0) {
      constexpr char digits[] = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(text[0]);
      out += {'\\', 'x', digits[byte / 16], digits[byte % 16]};
    } else {
      out += io::printable_name(text.substr(0, length));
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

}  // namespace apart::cli
