#include <algorithm>
#include <apart/base/uninitialized.hpp>
#include <apart/world/broad/methods.hpp>

namespace apart::world {

Pairs sorted_pairs(Pairs pairs, std::size_t boxes) {
  if (pairs.size() < boxes / 8 || pairs.size() < 512) {  // counting would take longer
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }
  // First into at most 512 ranges of the first index, then each range by counting: what is counted stays in the cache.
  int shift = 0;
  while (boxes >> shift > 512) ++shift;
  std::vector<std::size_t> begin((boxes >> shift) + 2, 0);
  for (const BoxPair& p : pairs) ++begin[(p.a >> shift) + 1];
  for (std::size_t r = 1; r < begin.size(); ++r) begin[r] += begin[r - 1];
  UnsetVector<BoxPair> ranged(pairs.size());
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for (const BoxPair& p : pairs) ranged[next[p.a >> shift]++] = p;
  const std::size_t width = std::size_t(1) << shift;
  std::vector<u32> place(width + 1), second;
  for (std::size_t r = 0; r + 1 < begin.size(); ++r) {
    const std::span<const BoxPair> range(ranged.data() + begin[r], begin[r + 1] - begin[r]);
    const u32 base = static_cast<u32>(r << shift);
    std::fill(place.begin(), place.end(), 0u);
    for (const BoxPair& p : range) ++place[p.a - base + 1];
    for (std::size_t a = 0; a < width; ++a) place[a + 1] += place[a];
    second.resize(range.size());
    for (const BoxPair& p : range) second[place[p.a - base]++] = p.b;  // place[a] is now where those of a end
    u32 first = 0;
    for (std::size_t a = 0; a < width; ++a) {
      const u32 end = place[a];
      if (end - first > 24) {
        std::sort(second.begin() + first, second.begin() + end);
      } else {
        for (u32 i = first + 1; i < end; ++i) {
          const u32 b = second[i];
          u32 at = i;
          for (; at > first && second[at - 1] > b; --at) second[at] = second[at - 1];
          second[at] = b;
        }
      }
      for (; first < end; ++first) pairs[begin[r] + first] = {base + static_cast<u32>(a), second[first]};
    }
  }
  return pairs;
}

}  // namespace apart::world
