// Directed rounding of doubles to floats.
#include <apart/base/random.hpp>
#include <apart/base/rounding.hpp>
#include <bit>

#include "tests/support.hpp"

namespace apart {
namespace rounding_test {

constexpr float kMost = std::numeric_limits<float>::max();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// The definition: the largest float that is not above, the smallest that is not below.
void expect_tight(double x) {
  const float below = float_below(x), above = float_above(x);
  ASSERT_LE(static_cast<double>(below), x);
  ASSERT_GE(static_cast<double>(above), x);
  if (below != kInfinity) {
    ASSERT_GT(static_cast<double>(std::nextafter(below, kInfinity)), x);
  }
  if (above != -kInfinity) {
    ASSERT_LT(static_cast<double>(std::nextafter(above, -kInfinity)), x);
  }
}

TEST(Rounding, FloatsStayAndTheirDoubleNeighboursGoOut) {
  // Every exponent, the first and last fractions of it and some between, with both signs: subnormals included.
  Random random(1);
  for (std::uint32_t exponent = 0; exponent < 255; ++exponent)
    for (int i = 0; i < 40; ++i) {
      const std::uint32_t fraction = i == 0   ? 0u
                                     : i == 1 ? 1u
                                     : i == 2 ? 0x7fffffu
                                     : i == 3 ? 0x7ffffeu
                                              : random.below(0x800000u);
      for (const std::uint32_t sign : {0u, 0x80000000u}) {
        const float f = std::bit_cast<float>(sign | exponent << 23 | fraction);
        const double x = static_cast<double>(f);
        EXPECT_EQ(std::bit_cast<std::uint32_t>(float_below(x)), std::bit_cast<std::uint32_t>(f));
        EXPECT_EQ(std::bit_cast<std::uint32_t>(float_above(x)), std::bit_cast<std::uint32_t>(f));
        const double less = std::nextafter(x, -HUGE_VAL), more = std::nextafter(x, HUGE_VAL);
        EXPECT_EQ(float_below(less), std::nextafter(f, -kInfinity));
        EXPECT_EQ(float_above(less), f);
        EXPECT_EQ(float_below(more), f);
        EXPECT_EQ(float_above(more), std::nextafter(f, kInfinity));
      }
    }
}

TEST(Rounding, AnyDouble) {
  Random random(2);
  for (int i = 0; i < 300000; ++i) {
    const double any = std::bit_cast<double>(random.bits());
    if (!std::isnan(any)) expect_tight(any);
    expect_tight(std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(300)) - 160));
  }
}

TEST(Rounding, BeyondTheRangeOfFloats) {
  EXPECT_EQ(float_above(1e300), kInfinity);
  EXPECT_EQ(float_below(1e300), kMost);
  EXPECT_EQ(float_below(-1e300), -kInfinity);
  EXPECT_EQ(float_above(-1e300), -kMost);
  const double just_over = std::nextafter(static_cast<double>(kMost), HUGE_VAL);
  EXPECT_EQ(float_above(just_over), kInfinity);
  EXPECT_EQ(float_below(just_over), kMost);
  EXPECT_EQ(float_above(HUGE_VAL), kInfinity);
  EXPECT_EQ(float_below(HUGE_VAL), kInfinity);
  EXPECT_EQ(float_below(-HUGE_VAL), -kInfinity);
  EXPECT_EQ(float_above(-HUGE_VAL), -kInfinity);
  EXPECT_EQ(float_above(1e-300), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(float_below(1e-300), 0.f);
  EXPECT_EQ(float_below(-1e-300), -std::numeric_limits<float>::denorm_min());
}

TEST(Rounding, DoublesAreAlreadyExact) {
  EXPECT_EQ(round_below<double>(0.1), 0.1);
  EXPECT_EQ(round_above<double>(0.1), 0.1);
  EXPECT_EQ(round_below<float>(0.1), float_below(0.1));
  EXPECT_EQ(round_above<float>(0.1), float_above(0.1));
  EXPECT_LT(round_below<float>(0.1), round_above<float>(0.1));
}

}  // namespace rounding_test
}  // namespace apart
