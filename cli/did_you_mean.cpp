#include "cli/did_you_mean.hpp"

#include <algorithm>
#include <utility>

namespace apart::cli {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows of the dynamic programming table for the first i letters of a: this one and the two before.
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& known) {
  constexpr std::size_t longest = 40;  // longer words are not compared
  if (word.size() > longest) return "";
  std::string best;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : known)
    if (const std::size_t edits = edit_distance(word, candidate); edits < least) least = edits, best = candidate;
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::string meant = nearest_word(word, known);
  return meant.empty() ? "" : "; did you mean " + meant + "?";
}

}  // namespace apart::cli
