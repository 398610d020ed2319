// Pairs of plain kinds have functions of their own. Their answers are those of the functions for any kinds.
#include <apart/base/random.hpp>
#include <apart/queries/penetration.hpp>

#include "tests/queries/expect_same_bits.hpp"

namespace apart {
namespace plain_pairs_test {

using testing::expect_same_bits;

Shape random_plain(Random& random, int kind, double scale) {
  const double radius = scale * random.uniform(0.1, 0.6);
  switch (kind) {
    case 0:
      return Ball{radius};
    case 1:
      return Capsule{radius, scale * random.uniform(0, 1.5)};
    case 2:
      return Box{{2 * radius, scale * random.uniform(0.2, 1.2), scale * random.uniform(0.2, 1.2)}};
    default:
      break;
  }
  std::vector<Vec3d> points;
  for (int i = 0; i < 12; ++i) points.push_back(2 * radius * random.direction());
  return Polytope::make(points).value();
}

Pose random_pose(Random& random, double scale) {
  return {random.rotation(), scale * random.uniform(0, 2) * random.direction()};
}

constexpr double kScales[] = {1e-160, 1e-120, 1e-6, 1, 1e6, 1e110};

// within() and signed_distance() do not ask for kinds.
TEST(PlainPairs, AreAsAnyPair) {
  Random random(1);
  testing::Outcomes outcomes("plain pairs that are apart");
  for (double scale : {1e-6, 1.0, 1e6})
    for (int of_a = 0; of_a < 4; ++of_a)
      for (int of_b = 0; of_b < 4; ++of_b)
        for (int i = 0; i < 60; ++i) {
          const Shape a = random_plain(random, of_a, scale), b = random_plain(random, of_b, scale);
          const Pose at = random_pose(random, scale);
          const Distance any = signed_distance(a, at, b);
          EXPECT_EQ(collide(a, at, b).colliding, within(a, at, b, 0).within);
          if (outcomes.saw(any.distance > 0); any.distance > 0) {
            expect_same_bits(distance(a, at, b), any);
            EXPECT_EQ(penetration(a, at, b).depth, 0);
          } else {
            EXPECT_EQ(distance(a, at, b).distance, 0);
            EXPECT_NEAR(penetration(a, at, b).depth, -any.distance, 1e-12 * scale);
          }
        }
}

// The same answers of two pairs.
void expect_the_same(const Shape& a, const Pose& at, const Shape& b, const Shape& as_a, const Shape& as_b,
                     double scale) {
  expect_same_bits(distance(a, at, b), distance(as_a, at, as_b));
  expect_same_bits(distance(a, at, b, {.max = 0.1 * scale}), distance(as_a, at, as_b, {.max = 0.1 * scale}));
  expect_same_bits(signed_distance(a, at, b), signed_distance(as_a, at, as_b));
  EXPECT_EQ(collide(a, at, b).colliding, collide(as_a, at, as_b).colliding);
  const Penetration deep = penetration(a, at, b), as_deep = penetration(as_a, at, as_b);
  EXPECT_EQ(deep.depth, as_deep.depth);
  EXPECT_EQ(deep.at_least, as_deep.at_least);
  EXPECT_EQ(deep.on_a, as_deep.on_a);
  EXPECT_EQ(deep.on_b, as_deep.on_b);
  EXPECT_EQ(deep.normal, as_deep.normal);
  EXPECT_EQ(deep.status, as_deep.status);
}

// A centre that is a negative zero is at the origin, and not one of those that are taken for it.
TEST(PlainPairs, BallsAreAsRoundedPoints) {
  Random random(2);
  testing::Outcomes outcomes("balls that are apart");
  const Point centre{{-0.0, -0.0, -0.0}};
  for (double scale : kScales)
    for (int i = 0; i < 300; ++i) {
      const double r = scale * random.uniform(0, 1), s = scale * random.uniform(0, 1);
      const Shape a = Ball{r}, b = Ball{s}, as_a(centre, r), as_b(centre, s);
      Pose at = random_pose(random, scale);
      if (i % 10 == 0) at.translation = {};
      if (i % 10 == 1) at.translation *= (r + s) / length(at.translation / scale) / scale;  // touching
      outcomes.saw(distance(a, at, b).distance > 0);
      expect_the_same(a, at, b, as_a, as_b, scale);
    }
}

TEST(PlainPairs, BallsAndBoxesAreAsRoundedPointsAndBoxes) {
  Random random(3);
  testing::Outcomes outcomes("a ball and a box that are apart");
  const Point centre{{-0.0, -0.0, -0.0}};
  for (double scale : kScales)
    for (int i = 0; i < 300; ++i) {
      const double r = scale * random.uniform(0, 1);
      const Shape ball = Ball{r}, box = random_plain(random, 2, scale), as_ball(centre, r);
      Pose at = random_pose(random, scale);
      if (i % 10 == 0) at.translation = {};
      if (i % 10 == 1) at.rotation = {};
      // Usable as it is, but not plainly; made a rotation first.
      for (Vec3d& row : at.rotation.rows) row *= i % 10 == 2 ? 1 + 7e-7 : i % 10 == 3 ? 1 + 1e-5 : 1;
      outcomes.saw(distance(ball, at, box).distance > 0);
      expect_the_same(ball, at, box, as_ball, box, scale);
      expect_the_same(box, at, ball, box, as_ball, scale);
    }
}

}  // namespace plain_pairs_test
}  // namespace apart
