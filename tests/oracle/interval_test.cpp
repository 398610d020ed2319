// Intervals of doubles against exact rational arithmetic.
#include <apart/base/interval.hpp>
#include <apart/base/random.hpp>
#include <boost/multiprecision/cpp_int.hpp>

#include "tests/support.hpp"

namespace apart {
namespace {

using I = Interval<double>;
using Exact = boost::multiprecision::cpp_rational;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool holds(const I& x, const Exact& value) {
  return (x.low() == -kInfinity || Exact(x.low()) <= value) && (x.high() == kInfinity || value <= Exact(x.high()));
}

// Sizes from the smallest to the largest double, and neighbours of each other.
double any_double(Random& random, double other) {
  switch (random.below(8)) {
    case 0:
      return static_cast<double>(random.below(9)) - 4;
    case 1:
      return -other;
    case 2:
      return std::nextafter(other, random.chance(0.5) ? kInfinity : -kInfinity);
    case 3:
      return std::ldexp(random.uniform(-1, 1), static_cast<int>(random.below(2098)) - 1073);
    case 4:
      return std::ldexp(other, static_cast<int>(random.below(120)) - 60);
    default:
      return random.uniform(-1, 1);
  }
}

TEST(IntervalOracle, HoldsTheExactResult) {
  Random random(6);
  testing::Outcomes positive("differences that are certainly positive");
  double last = 1;
  for (int i = 0; i < testing::cases(30000, 1000000); ++i) {
    double a = any_double(random, last), b = any_double(random, a);
    if (!std::isfinite(a)) a = std::numeric_limits<double>::max();
    if (!std::isfinite(b)) b = -std::numeric_limits<double>::max();
    last = random.chance(0.1) ? 1 : b;
    const Exact x(a), y(b);
    const I difference = I(a) - I(b);
    positive.saw(difference.positive());
    ASSERT_EQ(difference.positive(), a > b);
    ASSERT_EQ(difference.negative(), a < b);
    ASSERT_TRUE(holds(difference, x - y)) << a << " - " << b;
    ASSERT_TRUE(holds(I(a) + I(b), x + y)) << a << " + " << b;
    ASSERT_TRUE(holds(I(a) * I(b), x * y)) << a << " * " << b;
    if (b != 0) {
      ASSERT_TRUE(holds(I(a) / I(b), x / y)) << a << " / " << b;
    }
    if (a >= 0) {
      const I root = sqrt(I(a));
      ASSERT_TRUE(root.low() >= 0 && Exact(root.low()) * Exact(root.low()) <= x &&
                  x <= Exact(root.high()) * Exact(root.high()))
          << a;
    }
    const Exact half = (x + y) / 2;
    const I both = hull(I(a), I(b));
    ASSERT_TRUE(holds(both * both, half * half) && holds(both + both, half + x) && holds(both - both, half - y));
    ASSERT_TRUE(both.width() == kInfinity || Exact(both.width()) >= abs(x - y));
  }
}

}  // namespace
}  // namespace apart
