#include <apart/base/disjoint_sets.hpp>
#include <apart/base/random.hpp>

#include "tests/support.hpp"

namespace apart {
namespace disjoint_sets_test {

// As labels that are overwritten at every join.
TEST(DisjointSets, AreThoseOfRelabelling) {
  Random random(1);
  for (int round = 0; round < testing::cases(200, 5000); ++round) {
    DisjointSets sets(3);
    EXPECT_EQ(sets.add(random.below(40)), 3u);
    std::vector<u32> label = DisjointSets(sets).roots();
    for (u32 joins = random.below(40); joins > 0; --joins) {
      const u32 i = static_cast<u32>(random.below(static_cast<u32>(label.size()))),
                j = static_cast<u32>(random.below(static_cast<u32>(label.size())));
      sets.join(i, j);
      const u32 low = std::min(label[i], label[j]), high = std::max(label[i], label[j]);
      std::replace(label.begin(), label.end(), high, low);
    }
    for (u32 i = 0; i < label.size(); ++i) ASSERT_EQ(sets.root(i), label[i]);
    EXPECT_EQ(std::move(sets).roots(), label);
  }
}

}  // namespace disjoint_sets_test
}  // namespace apart
