#include <apart/io/bytes/base64.hpp>

namespace apart::io {
namespace {

int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

}  // namespace

std::optional<std::string> from_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3 + 2);
  unsigned bits = 0;
  int count = 0;
  for (char c : text) {
    const int value = value_of(c);
    if (value < 0) return std::nullopt;
    bits = (bits << 6 | static_cast<unsigned>(value)) & 0xffff;
    count += 6;
    if (count >= 8) out += static_cast<char>(bits >> (count -= 8) & 255);
  }
  return out;
}

}  // namespace apart::io
