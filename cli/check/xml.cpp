#include "cli/check/xml.hpp"

#include <fmt/format.h>
#include <cstdint>

namespace apart::cli {
namespace {

// The number of bytes of the first character; 0 if it is not allowed in XML.
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[k])); };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7f ? 1 : 0;
  const std::size_t count = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
  if (count == 0 || count > text.size()) return 0;
  std::uint32_t code = first & (0x7fU >> count);
  for (std::size_t k = 1; k < count; ++k) {
    if ((byte(k) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(k) & 0x3f);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code < 0xe000, unused = code == 0xfffe || code == 0xffff;
  return code >= kLeast[count] && code <= 0x10ffff && !surrogate && !unused ? count : 0;
}

}  // namespace

std::string xml_text(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return "(unnamed)";
  std::string out;
  while (!text.empty()) {
    const char c = text[0];
    const std::size_t count = character(text);
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\t' || c == '\n' || c == '\r')
      out += ' ';
    else if (count == 0)
      out += "\xef\xbf\xbd";
    else
      out += text.substr(0, count);
    text.remove_prefix(count == 0 ? 1 : count);
  }
  return out;
}

std::string xml_element(std::string_view name, std::string_view text) {
  return fmt::format("<{0}>{1}</{0}>", name, xml_text(text));
}

}  // namespace apart::cli
