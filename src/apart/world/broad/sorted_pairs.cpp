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
  const u32 mask = (u32(1) << width) - 1;
  const auto digit = [&](const BoxPair& p, int pass) {
    return (pass < digits ? p.b >> (pass * width) : p.a >> ((pass - digits) * width)) & mask;
  };
  UnsetVector<BoxPair> other(pairs.size());
  BoxPair *from = pairs.data(), *to = other.data();
  std::array<std::size_t, std::size_t(1) << kMostBits> place;
  for (int pass = 0; pass < 2 * digits; ++pass) {  // an even number: the last one ends in `pairs`
    place.fill(0);
    for (std::size_t i = 0; i < pairs.size(); ++i) ++place[digit(from[i], pass)];
    std::size_t sum = 0;
    for (std::size_t& p : place) sum += std::exchange(p, sum);
    for (std::size_t i = 0; i < pairs.size(); ++i) to[place[digit(from[i], pass)]++] = from[i];
    std::swap(from, to);
  }
  return pairs;
}

}  // namespace apart::world
