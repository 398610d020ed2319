// A stack against std::vector, across its inline part.
#include <apart/base/growing_stack.hpp>
#include <apart/base/random.hpp>

#include "tests/support.hpp"

namespace apart {
namespace growing_stack_test {

TEST(GrowingStack, SpillsToTheHeapAndReturns) {
  GrowingStack<int, 4> stack;
  for (int round = 0; round < 3; ++round) {
    EXPECT_TRUE(stack.empty());
    for (int i = 0; i < 100; ++i) stack.push(i);
    EXPECT_EQ(stack.size(), 100u);
    for (int i = 99; i >= 0; --i) EXPECT_EQ(stack.pop(), i);
  }
  for (int i = 0; i < 10; ++i) stack.push(i);
  stack.clear();
  EXPECT_TRUE(stack.empty());
  stack.push(7);
  EXPECT_EQ(stack.pop(), 7);
}

TEST(GrowingStack, IsAVectorUsedFromItsEnd) {
  Random random(1);
  GrowingStack<u32, 8> stack;
  std::vector<u32> twin;
  std::size_t deepest = 0;
  for (int i = 0; i < 100000; ++i) {
    // Waves, so that the depth crosses the inline part repeatedly.
    const bool down = (i / 50) % 2 == 0;
    if (twin.empty() || random.chance(down ? 0.7 : 0.3)) {
      twin.push_back(random.below(1000));
      stack.push(twin.back());
    } else {
      ASSERT_EQ(stack.pop(), twin.back());
      twin.pop_back();
    }
    ASSERT_EQ(stack.size(), twin.size());
    deepest = std::max(deepest, twin.size());
  }
  EXPECT_GT(deepest, 20u);
}

}  // namespace growing_stack_test
}  // namespace apart
