// Text from files, made valid for every output format.
#pragma once
#include <string>
#include <string_view>

namespace apart::cli {

// Control characters, and bytes that are not UTF-8 (Latin-1, say), as \x09 or \xe4. Different texts stay different:
// ids are made of them.
std::string clean(std::string_view text);

}  // namespace apart::cli
