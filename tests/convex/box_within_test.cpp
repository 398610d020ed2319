// Ball and box, capsule and box, yes or no, against the distance.
#include <apart/base/random.hpp>
#include <apart/convex/core_gap.hpp>
#include <cmath>

#include "tests/support.hpp"

namespace apart::convex {
namespace box_within_test {

bool by_distance(const Core& a, const Pose& b_in_a, const Core& b, double reach) {
  return !(core_gap(a, b_in_a, b, {.reach = reach, .enough = reach, .depth = false}).at_least > reach);
}

TEST(BoxWithin, BallsAsTheSignedDistanceTells) {
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

// The least distance of a point of the segment from the box, by trisection of the convex function, to 1e-7 of the size.
double segment_box_distance(Vec3d from, Vec3d along, Vec3d half) {
  const auto distance = [&](double t) { return length(larger(abs(from + t * along) - half, Vec3d{})); };
  double low = 0, high = 1;
  for (int i = 0; i < 120; ++i) {
    const double p = low + (high - low) / 3, q = high - (high - low) / 3;
    (distance(p) < distance(q) ? high : low) = distance(p) < distance(q) ? q : p;
  }
  return distance(0.5 * (low + high));
}

TEST(BoxWithin, CapsulesAsTheLeastDistanceTells) {
  testing::Outcomes outcomes("capsules and boxes");
  Random random(2);
  int close = 0;
  for (int i = 0; i < testing::cases(50000, 2000000); ++i) {
    const double scale = i % 4 == 0 ? std::pow(10, random.uniform(-90, 90)) : std::pow(10, random.uniform(-3, 3));
    Vec3d size{random.uniform(0, 2), random.uniform(0, 2), random.uniform(0, 2)};
    if (random.chance(0.1)) size[static_cast<int>(random.below(3))] = 0;
    const Vec3d end = scale * random.in_box(2);
    const Core box = Box{scale * size};
    const Core segment = random.chance(0.5) ? Segment{-end, end} : Segment{scale * random.in_box(1), end};
    const Pose pose{random.chance(0.3) ? Mat3d{} : random.rotation(), 2 * scale * random.in_box(1)};
    const Segment& s = *std::get_if<Segment>(&segment);
    const double distance = segment_box_distance(pose * s.a, pose.rotate(s.b - s.a), 0.5 * scale * size);
    // A radius that is far from deciding, or one that is so only in its last digits.
    const bool touching = random.chance(0.5);
    const double digits = std::pow(10, random.uniform(-16, -3));
    const double reach = touching ? distance + scale * random.uniform(-1, 1) * digits : scale * random.uniform(0, 1);
    if (!(reach >= 0)) continue;
    const bool found = core_within(box, pose, segment, reach);
    const bool turned = core_within(segment, inverse(pose), box, reach);
    close += std::abs(distance - reach) <= 1e-7 * scale;
    ASSERT_FALSE(distance > reach + 1e-7 * scale && (found || turned)) << i;
    // False only if proven: of what touches, to the last digits.
    ASSERT_FALSE(distance < reach - 1e-14 * scale && !(found && turned)) << i;
    outcomes.saw(found);
  }
  EXPECT_GT(close, 1000);
}

}  // namespace box_within_test
}  // namespace apart::convex
