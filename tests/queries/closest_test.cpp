// The nearest point of a surface, and inside or not, held to planes that prove them.
#include <apart/queries/closest.hpp>
#include <apart/queries/containment.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/support.hpp"

namespace apart {
namespace closest_test {

void check_closest(const Shape& shape, Vec3d p, double size, Random& random, testing::Outcomes& outcomes) {
  const ClosestPoint r = closest(shape, p);
  const double near = 1e-9 * size;
  const std::string what = testing::name(shape.kind()) + ": " + std::to_string(r.distance);
  EXPECT_EQ(r.status, Status::exact) << what;
  EXPECT_NEAR(length(r.normal), 1, 1e-12) << what;
  EXPECT_LE(length(p - r.point - r.distance * r.normal), near) << what;
  EXPECT_NEAR(dot(r.normal, p) - testing::height(shape, r.normal), r.distance, near) << what;
  EXPECT_TRUE(testing::holds(shape, {}, r.point, r.normal, near)) << what;
  if (r.distance < 0) {
    const auto gap = [&](Vec3d d) { return dot(d, p) - testing::height(shape, d); };
    EXPECT_LE(testing::greatest(gap, random), r.distance + near) << what;
  }
  if (std::abs(r.distance) > near) {
    EXPECT_EQ(inside(shape, p), r.distance < 0) << what;
    outcomes.saw(r.distance < 0);
  }
}

TEST(ClosestShape, EveryKind) {
  testing::Outcomes outcomes("points inside");
  for (int i = 0; i < testing::kConvexKinds; ++i) {
    Random random(u64(10 + i));
    for (int k = 0; k < testing::cases(300, 20000) && !::testing::Test::HasFailure(); ++k) {
      const double scale = random.chance(0.5) ? 1 : std::pow(10, random.uniform(-6, 6));
      const Shape shape = testing::random_shape(random, static_cast<CoreKind>(i), scale);
      Vec3d p = scale * random.uniform(0, 0.6) * random.in_ball();
      for (int axis = 0; axis < 3; ++axis)
        if (random.chance(0.15)) p[axis] = 0;  // on axes and planes of symmetry
      check_closest(shape, p, scale, random, outcomes);
      check_closest(shape, closest(shape, p).point + (scale * 1e-7) * random.direction(), scale, random, outcomes);
    }
  }
}

TEST(ClosestShape, MiddlesAndCorners) {
  EXPECT_EQ(closest(Box{{2, 4, 6}}, {}).distance, -1);
  EXPECT_EQ(closest(Box{{2, 4, 6}}, {}).point, (Vec3d{1, 0, 0}));
  EXPECT_EQ(closest(Ellipsoid{{3, 2, 1}}, {}).distance, -1);
  EXPECT_EQ(closest(Ellipsoid{{2, 2, 2}}, {}).distance, -2);
  EXPECT_EQ(closest(Cylinder{1, 4}, {}).distance, -1);
  EXPECT_EQ(closest(Cone{1, 2}, {0, 0, 2}).distance, 1);
  EXPECT_EQ(closest(Cone{0, 2}, {0, 0, 2}).distance, 1);
  EXPECT_EQ(closest(Ball{1}, {}).distance, -1);
  EXPECT_TRUE(inside(Box{{2, 2, 2}}, {1, 1, 1}));
  EXPECT_FALSE(inside(Box{{2, 2, 2}}, {1, 1, std::nextafter(1.0, 2.0)}));
}

// The distance to the axis is a rounding of the segment's coordinates, not of the point's: it says nothing of
// direction.
TEST(ClosestShape, OnTheAxisOfACapsule) {
  Random random(1);
  for (int k = 0; k < testing::cases(1000, 20000); ++k) {
    const double half = std::pow(10, random.uniform(-6, 6));
    const Pose at{random.chance(0.5) ? Mat3d{} : random.rotation(), {}};
    const Shape capsule(Segment{at * Vec3d{0, 0, -half}, at * Vec3d{0, 0, half}}, half);
    const ClosestPoint found = closest(capsule, at * Vec3d{0, 0, random.uniform(-0.1, 0.1) * half});
    ASSERT_NEAR(found.distance, -half, 1e-14 * half);
    ASSERT_NEAR(dot(found.normal, at.rotate({0, 0, 1})), 0, 1e-14) << k;
  }
}

TEST(ClosestShape, Unions) {
  const Shape two = compound({{Pose::shift({-1, 0, 0}), Ball{1}}, {Pose::shift({2, 0, 0}), Box{{2, 2, 2}}}});
  EXPECT_EQ(closest(two, {-3, 0, 0}).distance, 1);
  EXPECT_EQ(closest(two, {-3, 0, 0}).element.piece, 0u);
  EXPECT_EQ(closest(two, {2, 0, 3}).distance, 2);
  EXPECT_EQ(closest(two, {2, 0, 3}).element.piece, 1u);
  EXPECT_EQ(closest(two, {2, 0, 0}).status, Status::within_error);
  EXPECT_TRUE(inside(two, {-1.5, 0, 0}));
  EXPECT_TRUE(inside(two, {2.5, 0.5, 0}));
  EXPECT_FALSE(inside(two, {0.5, 0.5, 0}));
  const Shape nested = Shape(compound({{Pose::shift({0, 5, 0}), two}, {{}, HalfSpace{{0, 0, 1}, -10}}}), 0.5);
  EXPECT_NEAR(closest(nested, {-3, 5, 0}).distance, 0.5, 1e-15);
  EXPECT_EQ(closest(nested, {0, 0, -9}).element.piece, 2u);
  EXPECT_TRUE(inside(nested, {0, 0, -9.6}));
}

}  // namespace closest_test
}  // namespace apart
