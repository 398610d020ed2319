// First touches of shapes that move, held to the least distance along the way, found by cutting the way in thirds: it
// is a convex function of the time.
#include <apart/convex/core_support.hpp>
#include <apart/queries/cast.hpp>
#include <apart/queries/distance.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/support.hpp"

namespace apart {
namespace cast_test {

double distance_at(const Shape& a, Pose at, const Shape& b, Vec3d motion, double time) {
  at.translation += time * motion;
  return signed_distance(a, at, b).distance;
}

double least_distance(const Shape& a, const Pose& at, const Shape& b, Vec3d motion) {
  double from = 0, to = 1, least = distance_at(a, at, b, motion, 1);
  for (int i = 0; i < 60; ++i) {
    const double s = from + (to - from) / 3, t = to - (to - from) / 3;
    const double ds = distance_at(a, at, b, motion, s), dt = distance_at(a, at, b, motion, t);
    least = lesser(least, lesser(ds, dt));
    (ds < dt ? to : from) = ds < dt ? t : s;
  }
  return least;
}

TEST(CastShapes, EveryKindAgainstEveryOther) {
  testing::Outcomes outcomes("casts that hit");
  for (int i = 0; i < testing::kConvexKinds; ++i)
    for (int j = 0; j < testing::kConvexKinds; ++j) {
      Random random(u64(100 + 10 * i + j));
      for (int k = 0; k < testing::cases(8, 500) && !::testing::Test::HasFailure(); ++k) {
        const double scale = random.chance(0.5) ? 1 : std::pow(10, random.uniform(-6, 6)), near = 1e-9 * scale;
        const Shape a = testing::random_shape(random, static_cast<CoreKind>(i), scale);
        const Shape b = testing::random_shape(random, static_cast<CoreKind>(j), scale);
        const Pose at{random.rotation(), scale * random.uniform(1, 4) * random.direction()};
        const Vec3d motion = random.uniform(0.5, 3) * (0.7 * scale * random.in_ball() - at.translation);
        const Cast r = cast(a, at, b, motion);
        const std::string what = testing::name(a.kind()) + " and " + testing::name(b.kind()) + ": " +
                                 (r.hit ? "hit at " + std::to_string(r.time) : "no hit");
        EXPECT_EQ(r.status, Status::exact) << what;
        EXPECT_NEAR(length(r.normal), 1, 1e-12) << what;
        outcomes.saw(r.hit);
        if (!r.hit) {
          EXPECT_GT(least_distance(a, at, b, motion), -near) << what;
          continue;
        }
        const double there = distance_at(a, at, b, motion, r.time);
        if (r.time == 0) {
          EXPECT_LE(there, near) << what;
          continue;
        }
        EXPECT_NEAR(there, 0, near) << what;
        EXPECT_LE(length(r.on_a - r.on_b), near) << what;
        const double on = is_curved(a.kind()) || is_curved(b.kind()) ? 1e-6 * scale : near;
        EXPECT_TRUE(testing::holds(a, {}, r.on_a, r.normal, on)) << what;
        Pose there_b = at;
        there_b.translation += r.time * motion;
        EXPECT_NEAR(testing::plane_gap(a, there_b, b, r.normal), 0, near) << what;
        for (double share : {0.0, 0.3, 0.7, 0.999})
          EXPECT_GT(distance_at(a, at, b, motion, share * r.time), -near) << what;
        // Seen from B, A comes towards it.
        const Pose back = inverse(at);
        const Cast mirrored = cast(b, back, a, -back.rotate(motion));
        EXPECT_TRUE(mirrored.hit) << what;
        EXPECT_LE(std::abs(mirrored.time - r.time) * length(motion) * std::abs(dot(r.normal, motion)) / length(motion),
                  near * 10)
            << what;
        const Pose move{random.rotation(), scale * random.in_box(10)};
        const Cast moved = cast(a, move, b, move * at, move.rotate(motion));
        EXPECT_TRUE(moved.hit) << what;
      }
    }
}

// A ball dropped onto boxes of any size lands on them, not above.
TEST(CastShapes, BallDroppedOnBoxes) {
  for (double half : {5.0, 50.0, 500.0, 5e5}) {
    const double r = 0.5166, up = 2 * half;
    const Cast drop =
        cast(Box{{2 * half, 2 * half, 2 * half}}, Pose::shift({0.3 * half, 0.1, up}), Ball{r}, {0, 0, -4 * half});
    ASSERT_TRUE(drop.hit);
    EXPECT_NEAR(drop.time * 4 * half, up - half - r, 1e-12 * half);
    EXPECT_NEAR(drop.normal.z, 1, 1e-12);
    EXPECT_NEAR(drop.on_a.z, half, 1e-9 * half);
  }
}

TEST(CastShapes, HardlyMoving) {
  for (Vec3d motion : {Vec3d{}, Vec3d{-6.9e-42, 0, 0}, Vec3d{-1e-300, 1e-310, 0}}) {
    EXPECT_FALSE(cast(Ball{1}, Pose::shift({3, 0, 0}), Ball{1}, motion));
    EXPECT_FALSE(cast(Box{{1, 1, 1}}, Pose::shift({3, 0, 0}), Cone{1, 1}, motion));
    const Cast touching = cast(Ball{1}, Pose::shift({2, 0, 0}), Ball{1}, motion);
    EXPECT_TRUE(touching);
    EXPECT_EQ(touching.time, 0);
  }
}

TEST(CastShapes, RaysArePoints) {
  const Cast front = cast(Ellipsoid{{1, 2, 3}}, Pose::shift({-5, 0, 0}), Point{}, {10, 0, 0});
  ASSERT_TRUE(front);
  EXPECT_NEAR(front.time, 0.4, 1e-12);
  EXPECT_NEAR(front.normal.x, -1, 1e-6);
  EXPECT_FALSE(cast(Ellipsoid{{1, 2, 3}}, Pose::shift({-5, 0, 3.001}), Point{}, {10, 0, 0}));
  EXPECT_TRUE(cast(Ellipsoid{{1, 2, 3}}, Pose::shift({-5, 0, 2.999}), Point{}, {10, 0, 0}));
}

}  // namespace cast_test
}  // namespace apart
