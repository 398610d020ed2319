#include <apart/base/number_map.hpp>
#include <apart/base/random.hpp>
#include <unordered_map>

#include "tests/support.hpp"

namespace apart {
namespace number_map_test {

TEST(NumberMap, IsAMap) {
  Random random(7);
  for (const std::size_t expected : {std::size_t{0}, std::size_t{1}, std::size_t{5000}}) {
    NumberMap map(expected);
    std::unordered_map<u32, u32> reference;
    for (int k = 0; k < 20000; ++k) {
      // Dense numbers, sparse ones, and the largest.
      const u32 key = random.chance(0.5) ? random.below(4000) : NumberMap::kNone - 1 - random.below(3000) * 256;
      const u32 value = random.below(1000000);
      if (random.chance(0.5)) {
        const auto [at, is_new] = map.add(key, value);
        const auto [other, other_new] = reference.try_emplace(key, value);
        ASSERT_EQ(is_new, other_new);
        ASSERT_EQ(*at, other->second);
        *at = other->second = value + 1;
      } else {
        const u32* const at = map.find(key);
        const auto other = reference.find(key);
        ASSERT_EQ(at != nullptr, other != reference.end());
        if (at) {
          ASSERT_EQ(*at, other->second);
        }
      }
    }
  }
}

}  // namespace number_map_test
}  // namespace apart
