#include "web/pages.hpp"

#include <apart/base/assert.hpp>

// The bytes of a page's file, as they are: GCC and Clang leave this to the assembler.
// clang-format off
#define APART_WEB_PAGE(page)                                                  \
  asm(".pushsection .rodata\n"                                                \
      ".global apart_web_" #page "_begin\n.global apart_web_" #page "_end\n"  \
      "apart_web_" #page "_begin:\n"                                          \
      ".incbin \"" APART_WEB_DIST "/" #page ".html\"\n"                       \
      "apart_web_" #page "_end:\n"                                            \
      ".byte 0\n"                                                             \
      ".popsection\n");                                                       \
  extern "C" const char apart_web_##page##_begin[], apart_web_##page##_end[]
// clang-format on

APART_WEB_PAGE(check);
APART_WEB_PAGE(step);
APART_WEB_PAGE(decompose);
APART_WEB_PAGE(simulate);

namespace apart::web {
namespace {

std::string_view between(const char* begin, const char* end) { return {begin, static_cast<std::size_t>(end - begin)}; }

}  // namespace

std::string_view check_template() { return between(apart_web_check_begin, apart_web_check_end); }

std::string_view step_template() { return between(apart_web_step_begin, apart_web_step_end); }

std::string_view decompose_template() { return between(apart_web_decompose_begin, apart_web_decompose_end); }

std::string_view simulate_template() { return between(apart_web_simulate_begin, apart_web_simulate_end); }

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
