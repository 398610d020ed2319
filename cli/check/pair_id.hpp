// What a pair of bodies is called in every report, today and tomorrow: by their ids alone.
#pragma once
#include <string>
#include <string_view>

namespace apart::cli {

// "c-7f3a90c2b1d4e655"; whichever is named first.
std::string pair_id(std::string_view id_a, std::string_view id_b);

// A GUID that always belongs to this text: version 8 of RFC 9562, made by hashing.
std::string guid_of(std::string_view text);

}  // namespace apart::cli
