// Radix sort: into groups by the leading bits of the first index, each of which fits the nearest cache, and there by
// the second index and what is left of the first, some bits at a time. No branch depends on the data.
#include <algorithm>
#include <apart/broad/methods.hpp>
#include <array>
#include <bit>
#include <utility>

namespace apart::broad {
namespace {

constexpr int kMostBits = 11;
using Places = std::array<u32, std::size_t(1) << kMostBits>;

// One pass, by `width` bits of an index from `shift` on.
template <class Index>
void sort_by(std::span<const BoxPair> from, BoxPair* to, Index index, int shift, int width, Places& places) {
  const u32 mask = (u32(1) << width) - 1;
  std::fill_n(places.begin(), std::size_t(mask) + 1, u32(0));
  for (const BoxPair& p : from) ++places[index(p) >> shift & mask];
  u32 sum = 0;
  for (u32 d = 0; d <= mask; ++d) sum += std::exchange(places[d], sum);
  for (const BoxPair& p : from) to[places[index(p) >> shift & mask]++] = p;
}

}  // namespace

SortedPairs sorted_pairs(Pairs pairs, std::size_t boxes, const Workers& workers) {
  SortedPairs out(pairs.begin(), pairs.end());
  if (pairs.size() < 2048) {
    std::sort(out.begin(), out.end());
    return out;
  }
  // Groups of about a thousand pairs, back into `pairs`.
  const int bits = static_cast<int>(std::bit_width(boxes));
  const int leading = lesser(lesser(bits, 12), static_cast<int>(std::bit_width(pairs.size() / 1024)));
  const int rest = bits - leading;
  const std::size_t groups = std::size_t(1) << leading;
  std::vector<std::size_t> begin(groups + 1, 0);
  for (const BoxPair& p : out) ++begin[(p.a >> rest) + 1];
  for (std::size_t g = 0; g < groups; ++g) begin[g + 1] += begin[g];
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for (const BoxPair& p : out) pairs[next[p.a >> rest]++] = p;
  const auto digits = [](int of) { return (of + kMostBits - 1) / kMostBits; };
  workers.for_ranges(groups, larger(std::size_t(1), groups / 64), [&](std::size_t first, std::size_t last) {
    Places places;
    for (std::size_t g = first; g < last; ++g) {
      std::span<BoxPair> from(pairs.data() + begin[g], begin[g + 1] - begin[g]), to(out.data() + begin[g], from.size());
      const auto passes = [&](auto index, int of) {
        const int width = of > 0 ? (of + digits(of) - 1) / digits(of) : 0;
        for (int shift = 0; shift < of; shift += width) {
          sort_by(from, to.data(), index, shift, lesser(width, of - shift), places);
          std::swap(from, to);
        }
      };
      passes([](const BoxPair& p) { return p.b; }, bits);
      passes([](const BoxPair& p) { return p.a; }, rest);
      if (from.data() != out.data() + begin[g]) std::copy(from.begin(), from.end(), to.begin());
    }
  });
  return out;
}

}  // namespace apart::broad
