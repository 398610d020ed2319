#include <apart/base/box_distance.hpp>
#include <apart/base/quad.hpp>
#include <apart/base/random.hpp>

#include "tests/support.hpp"

namespace apart {
namespace box_distance_test {

Bounds around(Vec3d centre, Vec3d half) { return {centre - half, centre + half}; }

// The square of the distance of two boxes over a square, in 113 bits; `scale` keeps it in range.
Quad squared_distance(const Bounds& a, const Bounds& b, double scale) {
  Quad sum = 0;
  for (int k = 0; k < 3; ++k) {
    const Quad gap = std::max({Quad(a.low[k]) - Quad(b.high[k]), Quad(b.low[k]) - Quad(a.high[k]), Quad(0)}) / scale;
    sum += gap * gap;
  }
  return sum;
}

TEST(BoxDistance, IsNeverMoreThanTheDistanceAndHardlyLess) {
  Random random(1);
  testing::Outcomes apart("boxes that are apart");
  for (int i = 0; i < 200000; ++i) {
    const double scale = std::exp2(random.uniform(-1020, 1000));
    const Bounds a = around(scale * random.in_box(1), scale * abs(random.in_box(1)));
    Bounds b = around(scale * random.in_box(1), scale * abs(random.in_box(1)));
    if (random.below(4) == 0) b.low.x = a.high.x, b.high.x = larger(b.high.x, b.low.x);  // touching in x
    const Quad least = distance_at_least(a, b) / Quad(scale), squared = squared_distance(a, b, scale);
    ASSERT_LE(least * least, squared) << "at " << scale;
    const bool normal = scale > 1e-290;  // below, products lose digits to underflow
    if (normal) {
      ASSERT_GE(least * least, squared * (1 - 4e-15)) << "at " << scale;
    }
    ASSERT_EQ(least == 0, squared == 0);
    apart.saw(squared > 0);
  }
}

TEST(BoxDistance, IsFiniteForBoxesWithoutEndAndForNone) {
  const double infinity = Bounds::kInfinity, largest_double = std::numeric_limits<double>::max();
  const Bounds unit = around({}, {1, 1, 1});
  Bounds half_space = unit;
  half_space.low = {-infinity, -infinity, -infinity}, half_space.high = {infinity, infinity, -4};
  EXPECT_NEAR(distance_at_least(unit, half_space), 3, 1e-14);
  EXPECT_LE(distance_at_least(unit, half_space), 3);
  EXPECT_EQ(distance_at_least(half_space, half_space), 0);
  EXPECT_EQ(distance_at_least(unit, Bounds{}), largest_double);
  const Vec3d far{largest_double, largest_double, largest_double};
  EXPECT_EQ(distance_at_least({far, far}, {-1. * far, -1. * far}), largest_double);
}

}  // namespace box_distance_test
}  // namespace apart
