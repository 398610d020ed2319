// Suggests the known word that a misspelt one probably stands for.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace apart::cli {

// Damerau-Levenshtein distance: the fewest insertions, deletions, replacements and swaps of adjacent letters.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The nearest known word (the first of several), if it is near enough; else empty.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);

// "; did you mean box?", or nothing.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace apart::cli
