// The stable id of a pair of bodies, derived from the bodies' ids alone.
#pragma once
#include <string>
#include <string_view>

namespace apart::cli {

// "c-7f3a90c2b1d4e655"; the order of a and b does not matter.
std::string pair_id(std::string_view id_a, std::string_view id_b);

// A deterministic GUID of this text: version 8 of RFC 9562, by hashing.
std::string guid_of(std::string_view text);

}  // namespace apart::cli
