#include "web/pages.hpp"

#include <apart/base/assert.hpp>

// The bytes of the file, as they are: GCC and Clang leave this to the assembler.
asm(R"(
  .pushsection .rodata
  .global apart_web_step_begin
  .global apart_web_step_end
apart_web_step_begin:
  .incbin ")" APART_WEB_DIST R"(/step.html"
apart_web_step_end:
  .byte 0
  .popsection
)");
extern "C" const char apart_web_step_begin[], apart_web_step_end[];

namespace apart::web {

std::string_view step_template() {
  return {apart_web_step_begin, static_cast<std::size_t>(apart_web_step_end - apart_web_step_begin)};
}

std::string page(std::string_view page_template, const nlohmann::ordered_json& data) {
  constexpr std::string_view place = "@APART_DATA@";
  const std::size_t at = page_template.find(place);
  APART_ASSERT(at != std::string_view::npos, "the page's template has no place for data");
  const std::string json = data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string out;
  out.reserve(page_template.size() + json.size());
  out += page_template.substr(0, at);
  for (char c : json) {  // "<" stands only in strings; as it is, it might end the page's script
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  out += page_template.substr(at + place.size());
  return out;
}

std::string base64(std::span<const std::byte> bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t left = bytes.size() - i;
    const auto byte = [&](std::size_t k) { return k < left ? std::to_integer<unsigned>(bytes[i + k]) : 0u; };
    const unsigned bits = byte(0) << 16 | byte(1) << 8 | byte(2);
    out += digits[bits >> 18];
    out += digits[bits >> 12 & 63];
    out += left > 1 ? digits[bits >> 6 & 63] : '=';
    out += left > 2 ? digits[bits & 63] : '=';
  }
  return out;
}

}  // namespace apart::web
