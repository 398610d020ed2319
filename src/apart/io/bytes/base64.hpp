// Base64 decoding (RFC 4648).
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace apart::io {

// Nothing if a character is invalid or the length is wrong. Padding "=" may be missing.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace apart::io
