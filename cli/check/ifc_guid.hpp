// Extracts an element's IFC GUID from a body's name.
#pragma once
#include <algorithm>
#include <string_view>

namespace apart::cli {

// 128 bits as 22 digits of base 64, so the first digit is at most 3; exporters write it as the name or at either end of
// it. An ordinary word of that length is rejected: it lacks upper or lower case, or starts with another digit. Empty:
// none found.
inline std::string_view ifc_guid_in(std::string_view name) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto is_digit = [&](char c) {
    return is_lower(c) || is_upper(c) || (c >= '0' && c <= '9') || c == '_' || c == '$';
  };
  while (!name.empty()) {
    const auto first = std::find_if(name.begin(), name.end(), is_digit);
    const auto last = std::find_if_not(first, name.end(), is_digit);
    const std::string_view word(first, last);
    if (word.size() == 22 && word[0] >= '0' && word[0] <= '3' && std::any_of(word.begin(), word.end(), is_lower) &&
        std::any_of(word.begin(), word.end(), is_upper))
      return word;
    name = std::string_view(last, name.end());
  }
  return {};
}

}  // namespace apart::cli
