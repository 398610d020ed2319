// Combinations of choices, of which all would be too many.
#pragma once
#include <apart/base/random.hpp>
#include <array>
#include <map>
#include <vector>

namespace apart::testing {

// Choices such that every two values of two dimensions meet in one of them: greedy, from a fixed seed.
template <std::size_t kCount>
std::vector<std::array<int, kCount>> pairwise(const std::array<int, kCount>& sizes) {
  constexpr int dimensions = static_cast<int>(kCount);
  std::map<std::array<int, 4>, bool> covered;
  for (int i = 0; i < dimensions; ++i)
    for (int j = i + 1; j < dimensions; ++j)
      for (int x = 0; x < sizes[std::size_t(i)]; ++x)
        for (int y = 0; y < sizes[std::size_t(j)]; ++y) covered[{i, j, x, y}] = false;
  const auto news = [&](const std::array<int, kCount>& c, bool mark) {
    int count = 0;
    for (int i = 0; i < dimensions; ++i)
      for (int j = i + 1; j < dimensions; ++j) {
        bool& seen = covered[{i, j, c[std::size_t(i)], c[std::size_t(j)]}];
        count += !seen;
        if (mark) seen = true;
      }
    return count;
  };
  Random random(9);
  std::vector<std::array<int, kCount>> out;
  for (const auto& [pair, unused] : covered) {
    while (!covered[pair]) {
      std::array<int, kCount> best{};
      int most = -1;
      for (int attempt = 0; attempt < 12; ++attempt) {
        std::array<int, kCount> c;
        for (std::size_t d = 0; d < kCount; ++d) c[d] = static_cast<int>(random.below(static_cast<u32>(sizes[d])));
        c[std::size_t(pair[0])] = pair[2], c[std::size_t(pair[1])] = pair[3];
        if (const int count = news(c, false); count > most) most = count, best = c;
      }
      news(best, true);
      out.push_back(best);
    }
  }
  return out;
}

}  // namespace apart::testing
