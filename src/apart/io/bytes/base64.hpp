// Bytes written as 64 letters (RFC 4648).
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace apart::io {

// Nothing where a letter is not one of the 64, or the length is wrong. "=" at the end may be missing.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace apart::io
