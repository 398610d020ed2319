// Interval arithmetic: enclosure of true results, and tightness.
#include <apart/base/interval.hpp>
#include <apart/base/random.hpp>

#include "tests/support.hpp"

namespace apart {
namespace {

using I = Interval<float>;
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kMost = std::numeric_limits<float>::max();
constexpr float kLeast = std::numeric_limits<float>::denorm_min();

TEST(Interval, StepsAreTheNeighbours) {
  for (const float x : {0.f, -0.f, 1.f, -1.f, kMost, -kMost, kLeast, -kLeast, 0.1f, 16777216.f, 1e-40f,
                        std::numeric_limits<float>::min(), kInfinity, -kInfinity}) {
    EXPECT_EQ(step_below(x), std::nextafter(x, -kInfinity)) << x;
    EXPECT_EQ(step_above(x), std::nextafter(x, kInfinity)) << x;
    const double wide = static_cast<double>(x) * 1e-300;
    EXPECT_EQ(step_below(wide), std::nextafter(wide, -HUGE_VAL));
    EXPECT_EQ(step_above(wide), std::nextafter(wide, HUGE_VAL));
  }
}

TEST(Interval, NothingAndEverything) {
  const I none = I::nothing(), all = I::everything(), some(1, 2);
  EXPECT_TRUE(none.empty());
  EXPECT_FALSE(all.empty());
  EXPECT_TRUE(all.contains(some));
  EXPECT_TRUE(some.contains(none));
  EXPECT_FALSE(none.contains(0.f));
  EXPECT_FALSE(overlaps(none, all));
  EXPECT_EQ(hull(none, some), some);
  EXPECT_EQ(intersection(all, some), some);
  EXPECT_EQ(intersection(I(0, 1), I(2, 3)), none);
  for (const I& result : {none + all, all - none, none * some, some / none, sqrt(none), -none, abs(none), square(none),
                          lesser(none, some), larger(some, none), some / I(0), sqrt(I(-2, -1))})
    EXPECT_TRUE(result.empty());
  EXPECT_EQ(all + all, all);
  EXPECT_EQ(all * all, all);
  EXPECT_EQ(all * I(0), I(0));
  EXPECT_EQ(I(0) / all, I(0));
  EXPECT_EQ(all.width(), kInfinity);
  EXPECT_EQ(none.width(), 0.f);
}

TEST(Interval, WhatIsExactStaysExact) {
  EXPECT_EQ(I(1, 2) + I(3, 5), I(4, 7));
  EXPECT_EQ(I(1, 2) - I(3, 5), I(-4, -1));
  EXPECT_EQ(I(kLeast) + I(-kLeast), I(0));
  EXPECT_EQ(I(0, 4) * I(0), I(0));
  EXPECT_EQ(abs(I(-3, 2)), I(0, 3));
  EXPECT_EQ(lesser(I(0, 5), I(2, 3)), I(0, 3));
  EXPECT_EQ(larger(I(0, 5), I(2, 3)), I(2, 5));
  EXPECT_EQ(sqrt(I(0)), I(0));
}

TEST(Interval, SignsThatAreCertain) {
  EXPECT_TRUE(I(kLeast, 1).positive());
  EXPECT_FALSE(I(0, 1).positive());
  EXPECT_TRUE(I(-1, -kLeast).negative());
  EXPECT_TRUE(I(0).zero());
  EXPECT_TRUE(I(0).sign_is_certain());
  EXPECT_FALSE(I(0, 1).sign_is_certain());
  EXPECT_FALSE(I(-1, 1).sign_is_certain());
  // Products that vanish in rounding keep the side of zero they are on.
  EXPECT_EQ((I(kLeast) * I(kLeast)).low(), 0.f);
  EXPECT_GT((I(kLeast) * I(kLeast)).high(), 0.f);
  EXPECT_EQ((I(kLeast) * I(-kLeast)).high(), 0.f);
  EXPECT_EQ((I(-kLeast) / I(kMost)).high(), 0.f);
  EXPECT_GE(square(I(-1e-30f, 1e-30f)).low(), 0.f);
  EXPECT_TRUE(certainly_less(I(0, 1), I(2, 3)));
  EXPECT_FALSE(certainly_less(I(0, 1), I(1, 3)));
}

TEST(Interval, BeyondTheLargest) {
  const I huge(kMost);
  EXPECT_EQ(huge + huge, I(kMost, kInfinity));
  EXPECT_EQ(-huge - huge, I(-kInfinity, -kMost));
  EXPECT_EQ(huge * huge, I(kMost, kInfinity));
  EXPECT_EQ(I(1, 2) / I(0, 1), I(std::nextafter(1.f, 0.f), kInfinity));
  EXPECT_EQ(I(-2, -1) / I(0, 1), I(-kInfinity, -std::nextafter(1.f, 0.f)));
  EXPECT_EQ(I(1, 2) / I(-1, 0), I(-kInfinity, -std::nextafter(1.f, 0.f)));
  EXPECT_EQ(I(-1, 2) / I(0, 1), I::everything());
  EXPECT_EQ(I(1, 2) / I(-1, 1), I::everything());
  EXPECT_EQ((I(1, kInfinity) / I(1, kInfinity)).low(), 0.f);
  EXPECT_EQ((I(1, kInfinity) / I(1, kInfinity)).high(), kInfinity);
  EXPECT_EQ(I(-kMost, kMost).width(), kInfinity);
}

TEST(Interval, TheMiddleIsInside) {
  Random random(2);
  for (const I& x : {I(1, 2), I(kMost, kMost), I(-kMost, kMost), I(0, kLeast), I(-kLeast, 0), I(5, kInfinity),
                     I(-kInfinity, 5), I(-kInfinity, -kMost), I(kMost, kInfinity), I::everything(), I(0.1f)}) {
    EXPECT_TRUE(x.contains(x.middle())) << x.low() << ' ' << x.high();
    EXPECT_TRUE(std::isfinite(x.middle()));
  }
  EXPECT_EQ(I(1, 2).middle(), 1.5f);
}

TEST(Interval, RefusesEndsThatAreSwappedOrNoNumbers) {
  EXPECT_THROW((void)I(2, 1), UsageError);
  EXPECT_THROW((void)I(std::nanf("")), UsageError);
  EXPECT_THROW((void)I(kInfinity), UsageError);
  EXPECT_THROW(I::nothing().middle(), UsageError);
}

// A float of any size, more often than not an awkward one.
float any_float(Random& random) {
  switch (random.below(6)) {
    case 0:
      return 0.f;
    case 1:
      return static_cast<float>(random.below(9)) - 4.f;
    case 2:
      return std::ldexp(random.chance(0.5) ? 1.f : -1.f, static_cast<int>(random.below(270)) - 145);
    default:
      return static_cast<float>(std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(268)) - 140));
  }
}
I any_interval(Random& random) {
  float a = any_float(random), b = random.chance(0.3) ? a : any_float(random);
  if (random.chance(0.05)) a = -kInfinity;
  if (random.chance(0.05)) b = kInfinity;
  if (a > b) std::swap(a, b);
  if (a == kInfinity || b == -kInfinity) return I::everything();
  return {a, b};
}
// A number in it, often an end.
float within(Random& random, const I& x) {
  const float low = larger(x.low(), -kMost), high = lesser(x.high(), kMost);
  if (random.chance(0.3)) return low;
  if (random.chance(0.3)) return high;
  const double t = random.uniform();
  return larger(low,
                lesser(high, static_cast<float>((1 - t) * static_cast<double>(low) + t * static_cast<double>(high))));
}

// Products of floats are exact in double, and so are many sums: results can be checked without rounding.
TEST(Interval, HoldsEveryTrueResult) {
  Random random(3);
  testing::Outcomes signs("products whose sign is certain");
  for (int i = 0; i < testing::cases(300000, 10000000); ++i) {
    const I x = any_interval(random), y = any_interval(random);
    const float a = within(random, x), b = within(random, y);
    const double da = static_cast<double>(a), db = static_cast<double>(b);
    const auto low = [](const I& r) { return static_cast<double>(r.low()); };
    const auto high = [](const I& r) { return static_cast<double>(r.high()); };

    const I sum = x + y;
    const double exact = da + db;
    if (exact - da == db && exact - db == da) {
      ASSERT_TRUE(low(sum) <= exact && exact <= high(sum)) << a << " + " << b;
    }
    const I product = x * y;
    signs.saw(product.sign_is_certain());
    ASSERT_TRUE(low(product) <= da * db && da * db <= high(product)) << a << " * " << b;
    const I squared = square(x);
    ASSERT_TRUE(squared.low() >= 0 && low(squared) <= da * da && da * da <= high(squared)) << a;
    if (b != 0) {
      // low ≤ a / b times b, which turns around when b is negative; an end at infinity holds of itself.
      const I quotient = x / y;
      const double p = low(quotient) * db, q = high(quotient) * db;
      ASSERT_TRUE(quotient.low() == -kInfinity || (b > 0 ? p <= da : p >= da)) << a << " / " << b;
      ASSERT_TRUE(quotient.high() == kInfinity || (b > 0 ? da <= q : da >= q)) << a << " / " << b;
    }
    if (a >= 0) {
      const I root = sqrt(x);
      ASSERT_TRUE(root.low() >= 0 && low(root) * low(root) <= da && da <= high(root) * high(root)) << a;
    }
    ASSERT_TRUE(lesser(x, y).contains(lesser(a, b)) && larger(x, y).contains(larger(a, b)));
    ASSERT_TRUE(abs(x).contains(std::abs(a)) && (-x).contains(-a));
    ASSERT_TRUE(hull(x, y).contains(a) && hull(x, y).contains(b));
    ASSERT_EQ(intersection(x, y).contains(a), y.contains(a));
    ASSERT_EQ(overlaps(x, y), !intersection(x, y).empty());
  }
}

// How wide may a result of single numbers be? One step on each side; none for a sum, which is rounded the right way.
TEST(Interval, IsNoWiderThanItSays) {
  Random random(4);
  testing::Outcomes exact("sums that are exact");
  for (int i = 0; i < 100000; ++i) {
    const float a = any_float(random), b = any_float(random);
    const I sum = I(a) + I(b);
    exact.saw(sum.low() == sum.high());
    ASSERT_TRUE(sum.high() == sum.low() || sum.high() == step_above(sum.low()));
    const I product = I(a) * I(b);
    ASSERT_LE(product.high(), step_above(step_above(product.low())));
    if (b != 0) {
      const I quotient = I(a) / I(b);
      ASSERT_LE(quotient.high(), step_above(step_above(quotient.low())));
    }
    if (a >= 0) {
      const I root = sqrt(I(a));
      ASSERT_LE(root.high(), step_above(step_above(root.low())));
    }
  }
}

}  // namespace
}  // namespace apart
