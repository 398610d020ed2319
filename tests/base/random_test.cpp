// The random generator: published values and distributions.
#include <apart/base/random.hpp>
#include <apart/base/rigidity.hpp>
#include <array>

#include "tests/support.hpp"

namespace apart {
namespace random_test {

TEST(Random, TheSameNumbersEverywhere) {
  Random random(1);
  for (const u64 expected : {14971601782005023387u, 13781649495232077965u, 1847458086238483744u, 13765271635752736470u})
    EXPECT_EQ(random.bits(), expected);
  // The published generator's first number when its state is filled from zero.
  EXPECT_EQ(Random(0).bits(), 0x53175d61490b23dfu);
}

// Counts in equal parts of [0, 1) stay within five standard deviations.
template <std::size_t N>
void expect_even(const std::array<int, N>& counts, int total) {
  const double share = static_cast<double>(total) / static_cast<double>(N);
  for (const int count : counts) EXPECT_NEAR(count, share, 5 * std::sqrt(share));
}

TEST(Random, IsUniform) {
  Random random(3);
  std::array<int, 16> of_uniform{}, of_below{}, of_height{}, of_turn{}, of_radius{};
  const int total = 160000;
  Vec3d mean{};
  for (int i = 0; i < total; ++i) {
    const double u = random.uniform();
    ASSERT_TRUE(u >= 0 && u < 1);
    ++of_uniform[static_cast<std::size_t>(u * 16)];
    const u32 n = random.below(16);
    ASSERT_LT(n, 16u);
    ++of_below[n];
    // On a sphere every height is as likely as any other; in a ball the cube of the radius is.
    const Vec3d d = random.direction();
    ASSERT_NEAR(length(d), 1, 1e-15);
    ++of_height[std::min<std::size_t>(15, static_cast<std::size_t>((d.z + 1) * 8))];
    const double r = length(random.in_ball());
    ASSERT_LE(r, 1);
    ++of_radius[std::min<std::size_t>(15, static_cast<std::size_t>(r * r * r * 16))];
    // A random rotation takes any direction anywhere.
    ++of_turn[std::min<std::size_t>(15,
                                    static_cast<std::size_t>(((random.rotation() * Vec3d{0.6, 0, 0.8}).x + 1) * 8))];
    mean += random.in_box(2);
  }
  expect_even(of_uniform, total);
  expect_even(of_below, total);
  expect_even(of_height, total);
  expect_even(of_radius, total);
  expect_even(of_turn, total);
  EXPECT_LT(length(mean / double(total)), 0.02);
}

TEST(Random, RangesAndChances) {
  Random random(4);
  int yes = 0;
  for (int i = 0; i < 10000; ++i) {
    const double x = random.uniform(-3, 5);
    ASSERT_TRUE(x >= -3 && x < 5);
    yes += random.chance(0.25);
    ASSERT_EQ(random.below(1), 0u);
    ASSERT_LT(rigidity_error(random.rotation()), 1e-14);
    const Vec3d shift = random.pose(2).translation;
    ASSERT_LE(largest(abs(shift)), 2);
  }
  EXPECT_NEAR(yes, 2500, 250);
}

}  // namespace random_test
}  // namespace apart
