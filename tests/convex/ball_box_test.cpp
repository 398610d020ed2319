// Ball and box, yes or no, against the signed distance that decides where the fast test does not.
#include <apart/base/random.hpp>
#include <apart/convex/core_gap.hpp>
#include <cmath>

#include "tests/support.hpp"

namespace apart::convex {
namespace {

bool by_distance(const Core& a, const Pose& b_in_a, const Core& b, double reach) {
  return !(core_gap(a, b_in_a, b, {.reach = reach, .enough = reach, .depth = false}).at_least > reach);
}

TEST(BallBox, AsTheSignedDistanceTells) {
  testing::Outcomes outcomes("balls and boxes");
  Random random(1);
  for (int i = 0; i < testing::cases(200000, 5000000); ++i) {
    const double scale = i % 4 == 0 ? std::pow(10, random.uniform(-150, 140)) : std::pow(10, random.uniform(-3, 3));
    Vec3d size{random.uniform(0, 2), random.uniform(0, 2), random.uniform(0, 2)};
    if (random.chance(0.1)) size[static_cast<int>(random.below(3))] = 0;
    const Core box = Box{scale * size}, point = Point{random.chance(0.5) ? Vec3d{} : scale * random.in_box(1)};
    const Pose pose{random.chance(0.3) ? Mat3d{} : random.rotation(), 2 * scale * random.in_box(1)};
    const Pose box_in_ball = inverse(pose);
    // A radius that is far from deciding, or one that makes the two touch to the last digits.
    double reach = scale * random.uniform(0, 2);
    if (random.chance(0.5)) {
      const double distance = core_gap(box, pose, point).distance;
      reach = distance * (1 + 0x1p-52 * random.uniform(-8, 8));
      if (!(reach >= 0)) reach = 0;
    }
    const bool expected = by_distance(box, pose, point, reach);
    outcomes.saw(expected);
    ASSERT_EQ(core_within(box, pose, point, reach), expected) << i;
    ASSERT_EQ(core_within(point, box_in_ball, box, reach), by_distance(point, box_in_ball, box, reach)) << i;
  }
}

}  // namespace
}  // namespace apart::convex
