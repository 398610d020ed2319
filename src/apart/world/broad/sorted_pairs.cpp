// Radix sort: by the second index, then by the first, some bits at a time. No branch depends on the data.
#include <algorithm>
#include <apart/base/uninitialized.hpp>
#include <apart/world/broad/methods.hpp>
#include <array>
#include <bit>
#include <utility>

namespace apart::world {

Pairs sorted_pairs(Pairs pairs, std::size_t boxes) {
  if (pairs.size() < 2048) {
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }
  constexpr int kMostBits = 11;
  const int bits = larger(1, static_cast<int>(std::bit_width(boxes)));
  const int digits = (bits + kMostBits - 1) / kMostBits, width = (bits + digits - 1) / digits;
  const u64 mask = (u64(1) << width) - 1;
  const auto key = [](const BoxPair& p) { return u64(p.a) << 32 | p.b; };
  UnsetVector<BoxPair> other(pairs.size());
  BoxPair *from = pairs.data(), *to = other.data();
  std::array<std::size_t, std::size_t(1) << kMostBits> place;
  for (int pass = 0; pass < 2 * digits; ++pass) {  // an even number: the last one ends in `pairs`
    const int shift = pass < digits ? pass * width : 32 + (pass - digits) * width;
    std::fill_n(place.begin(), mask + 1, std::size_t(0));
    for (std::size_t i = 0; i < pairs.size(); ++i) ++place[key(from[i]) >> shift & mask];
    std::size_t sum = 0;
    for (u64 d = 0; d <= mask; ++d) sum += std::exchange(place[d], sum);
    for (std::size_t i = 0; i < pairs.size(); ++i) to[place[key(from[i]) >> shift & mask]++] = from[i];
    std::swap(from, to);
  }
  return pairs;
}

}  // namespace apart::world
