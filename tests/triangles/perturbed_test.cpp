// Orientation of infinitesimally displaced points.
#include <apart/base/random.hpp>
#include <apart/triangles/exact/perturbed.hpp>

#include "tests/support.hpp"

namespace apart::triangles {
namespace perturbed_test {

// Points of a small grid, often coplanar, collinear or the same; with small shifts, or none.
PerturbedPoint any(Random& random, u64 id, double scale) {
  const auto whole = [&](u32 n) { return static_cast<double>(random.below(2 * n + 1)) - n; };
  const Vec3d at{whole(1), whole(1), whole(2)}, shift{whole(2), whole(2), whole(2)};
  return {scale * at, random.chance(0.5) ? Vec3d{} : shift, id};
}

TEST(Perturbed, OrientationIsThatOfASmallDisplacement) {
  Random random(1);
  testing::Outcomes degenerate("coplanar points"), decided("that the shift decides");
  constexpr double tiny = 0x1p-12;  // the polynomial's coefficients are small whole numbers below 2^10
  for (int k = 0; k < testing::cases(20000, 1000000); ++k) {
    const double scale = k % 3 == 0 ? 1 : k % 3 == 1 ? 0x1p40 : 0x1p-40;
    PerturbedPoint p[4];
    for (u64 i = 0; i < 4; ++i) p[i] = any(random, 10 * static_cast<u64>(k) + i, scale);
    const int sign = orient3d(p[0], p[1], p[2], p[3]);
    ASSERT_NE(sign, 0);
    ASSERT_EQ(orient3d(p[1], p[0], p[2], p[3]), -sign);
    ASSERT_EQ(orient3d(p[2], p[3], p[0], p[1]), sign);
    ASSERT_EQ(orient3d(p[3], p[0], p[1], p[2]), -sign);
    const int flat = orient3d(p[0].at, p[1].at, p[2].at, p[3].at);
    degenerate.saw(flat == 0);
    if (flat != 0) {
      ASSERT_EQ(sign, flat);
      continue;
    }
    Vec3d moved[4];
    for (int i = 0; i < 4; ++i) moved[i] = p[i].at + scale * tiny * p[i].shift;
    const int there = orient3d(moved[0], moved[1], moved[2], moved[3]);
    decided.saw(there != 0);
    if (there != 0) {
      ASSERT_EQ(sign, there);
    }
  }
}

TEST(Perturbed, CrossingIsOnTheSegment) {
  Random random(2);
  testing::Outcomes flat("segments in the plane", 0.05);
  for (int k = 0; k < testing::cases(20000, 1000000); ++k) {
    PerturbedPoint p[5];
    for (u64 i = 0; i < 5; ++i) p[i] = any(random, 10 * static_cast<u64>(k) + i, 1);
    if (orient3d(p[2], p[3], p[4], p[0]) == orient3d(p[2], p[3], p[4], p[1])) continue;
    const double along = static_cast<double>(crossing(p[0], p[1], p[2], p[3], p[4]));
    ASSERT_TRUE(along >= 0 && along <= 1);
    const bool on_p = orient3d(p[2].at, p[3].at, p[4].at, p[0].at) == 0;
    const bool on_q = orient3d(p[2].at, p[3].at, p[4].at, p[1].at) == 0;
    flat.saw(on_p && on_q);
    if (on_p != on_q) {
      ASSERT_EQ(along, on_p ? 0 : 1);
    }
  }
}

}  // namespace perturbed_test
}  // namespace apart::triangles
