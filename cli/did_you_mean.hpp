// Which known word a misspelt one probably stands for.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace apart::cli {

// The fewest single letters to insert, remove, replace or swap with the next that turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The nearest of the known words (of equally near ones, the first), if it is near enough to be meant; else empty.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

// "; did you mean box?", or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace apart::cli
