// Sums and products whose rounding errors are kept.
#include <apart/base/random.hpp>
#include <apart/base/two_doubles.hpp>
#include <cmath>

#include "tests/support.hpp"

namespace apart {
namespace two_doubles_test {

// A number of any sign, its leading bits random, of this power of two or half of it.
double number(Random& random, int exponent) {
  return std::ldexp((random.chance(0.5) ? 1 : -1) * random.uniform(0.5, 1), exponent);
}

// By halves, as any machine has them, and by a fused product, which machines with AVX2 use: the same bits where nothing
// underflows. The least bit of the error is 2⁻¹⁰⁶ of the product.
TEST(TwoDoubles, ProductsAreThoseOfFusedOnes) {
  Random random(5);
  testing::Outcomes exact("products that are not rounded");
  for (int k = 0; k < testing::cases(20000, 200000); ++k) {
    const int most = random.chance(0.5) ? 2 : 450;
    const auto any = [&] { return number(random, int(random.below(u32(2 * most))) - most); };
    double a = any(), b = any();
    if (random.chance(0.4)) a = std::ldexp(double(random.below(1000)), -40), b = double(random.below(1000));
    const TwoDoubles product = TwoDoubles::of_product(a, b);
    exact.saw(product.low == 0);
    ASSERT_EQ(product.high, a * b);
    ASSERT_EQ(product.low, std::fma(a, b, -(a * b)));
  }
}

}  // namespace two_doubles_test
}  // namespace apart
