// Distributed by their first triangles to about as many places as there are pairs, and sorted there: of a hundred
// thousand pairs, in the order of a traversal, a fraction of the time of comparisons alone.
#include <algorithm>
#include <apart/queries/sort_pairs.hpp>
#include <bit>
#include <utility>

namespace apart::queries {
namespace {

constexpr std::size_t kFew = 64;  // are compared

bool is_before(const TouchingPair& x, const TouchingPair& y) {
  return x.triangle_a != y.triangle_a ? x.triangle_a < y.triangle_a : x.triangle_b < y.triangle_b;
}

}  // namespace

void sort_pairs(std::vector<TouchingPair>& pairs) {
  if (pairs.size() < kFew) return std::sort(pairs.begin(), pairs.end(), is_before);
  u32 most = 0;
  for (const TouchingPair& pair : pairs) most = larger(most, pair.triangle_a);
  const int shift = larger(0, int(std::bit_width(most)) - int(std::bit_width(pairs.size())));
  // The beginning of each place, moved to its end by what is put there.
  std::vector<std::size_t> places((most >> shift) + 1, 0);
  for (const TouchingPair& pair : pairs) ++places[pair.triangle_a >> shift];
  std::size_t before = 0;
  for (std::size_t& place : places) before += std::exchange(place, before);
  std::vector<TouchingPair> sorted(pairs.size());
  for (const TouchingPair& pair : pairs) sorted[places[pair.triangle_a >> shift]++] = pair;
  auto begin = sorted.begin();
  for (const std::size_t place : places) {
    const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(place);
    std::sort(begin, end, is_before);
    begin = end;
  }
  pairs.swap(sorted);
}

}  // namespace apart::queries
