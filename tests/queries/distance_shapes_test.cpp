// Every kind of shape against every other: distance, depth, collide and within, held to planes and points that prove
// them.
#include <apart/convex/core_support.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/within.hpp>

#include "tests/convex/shape_cases.hpp"
#include "tests/support.hpp"

namespace apart {
namespace distance_shapes_test {

using testing::kConvexKinds;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct ShapePair {
  Shape a, b;
  Pose at;  // B in A's frame
  double size;
};

ShapePair random_pair(Random& random, CoreKind kind_a, CoreKind kind_b, double scale = 1) {
  ShapePair pair{testing::random_shape(random, kind_a, scale), testing::random_shape(random, kind_b, scale), {}, scale};
  pair.at = {random.chance(0.2) ? Mat3d{} : random.rotation(), scale * random.uniform(0, 1.5) * random.direction()};
  if (random.chance(0.05)) pair.at.translation = {};
  return pair;
}

std::string told(const ShapePair& pair, const Distance& r) {
  char text[400];
  std::snprintf(text, sizeof text, "%s (radius %g) and %s (radius %g): distance %.17g, at least %.17g, %s",
                testing::name(pair.a.kind()).c_str(), pair.a.radius(), testing::name(pair.b.kind()).c_str(),
                pair.b.radius(), r.distance, r.at_least, std::string(to_string(r.status)).c_str());
  return text;
}

int answers = 0, open_bounds = 0;
void expect_few_open_bounds() { EXPECT_LE(open_bounds, 1 + answers / 1000); }

// All that can be seen of one answer. Returns whether the shapes are apart.
bool check_distance(const ShapePair& pair, Random& random) {
  const Distance r = signed_distance(pair.a, pair.at, pair.b);
  double near = 1e-9 * pair.size;
  const std::string what = told(pair, r);
  EXPECT_FALSE(std::isnan(r.distance)) << what;
  EXPECT_TRUE(is_finite(r.on_a) && is_finite(r.on_b)) << what;
  EXPECT_NEAR(length(r.normal), 1, 1e-12) << what;
  if (r.distance == -kInfinity) {  // half-spaces
    EXPECT_EQ(pair.a.kind(), CoreKind::half_space);
    EXPECT_EQ(pair.b.kind(), CoreKind::half_space);
    return false;
  }
  // Bounds of bent slivers may be left open, and are then told.
  if (r.status != Status::exact) {
    EXPECT_TRUE(is_curved(pair.a.kind()) || is_curved(pair.b.kind())) << what;
    EXPECT_GT(r.at_most, r.at_least) << what;
    ++open_bounds;
    near = larger(near, r.at_most - r.at_least);
  }
  ++answers;
  EXPECT_LE(length(r.on_b - r.on_a - r.distance * r.normal), near) << what;
  EXPECT_LE(r.at_least, r.distance) << what;
  // The plane across the normal proves that it is no less; the points lie on the shapes, so it is no more.
  EXPECT_NEAR(testing::plane_gap(pair.a, pair.at, pair.b, r.normal), r.distance, near) << what;
  // Of bent cores that overlap, points a little beside the deepest are as deep to rounding.
  const double on = r.distance < 0 && (is_curved(pair.a.kind()) || is_curved(pair.b.kind())) ? 1e-6 * pair.size : near;
  EXPECT_TRUE(testing::holds(pair.a, {}, r.on_a, r.normal, on)) << what;
  EXPECT_TRUE(testing::holds(pair.b, pair.at, r.on_b, -r.normal, on)) << what;
  if (r.distance < 0) {
    // No direction is better.
    const auto gap = [&](Vec3d d) { return testing::plane_gap(pair.a, pair.at, pair.b, d); };
    EXPECT_LE(testing::greatest(gap, random), r.distance + near) << what;
    // Moving by a little more than the depth parts them, by a little less does not.
    Pose out = pair.at;
    out.translation += 1.01 * -r.distance * r.normal + near * r.normal;
    EXPECT_FALSE(collide(pair.a, out, pair.b)) << what;
    out.translation = pair.at.translation + 0.99 * -r.distance * r.normal;
    EXPECT_TRUE(collide(pair.a, out, pair.b) || r.distance > -near) << what;
    EXPECT_EQ(distance(pair.a, pair.at, pair.b).distance, 0) << what;
  } else if (r.distance > near) {
    EXPECT_NEAR(distance(pair.a, pair.at, pair.b).distance, r.distance, near) << what;
  }

  const Penetration depth = penetration(pair.a, pair.at, pair.b);
  EXPECT_NEAR(depth.depth, larger(-r.distance, 0.0), near) << what;
  EXPECT_LE(depth.at_least, depth.depth) << what;
  EXPECT_NEAR(length(depth.normal), 1, 1e-12) << what;

  if (std::abs(r.distance) > near) {
    EXPECT_EQ(bool(collide(pair.a, pair.at, pair.b)), r.distance < 0) << what;
  }
  if (r.distance > near) {
    EXPECT_TRUE(within(pair.a, pair.at, pair.b, r.distance + near)) << what;
    EXPECT_FALSE(within(pair.a, pair.at, pair.b, r.distance - near)) << what;
    const Distance far = signed_distance(pair.a, pair.at, pair.b, {.max = 0.9 * r.distance});
    EXPECT_EQ(far.status, Status::at_least) << what;
    EXPECT_LE(far.distance, r.distance + near) << what;
    EXPECT_GT(far.distance, 0.9 * r.distance) << what;
    EXPECT_NEAR(signed_distance(pair.a, pair.at, pair.b, {.max = 1.1 * r.distance}).distance, r.distance, near) << what;
  }

  // Exchanged.
  const Pose back = inverse(pair.at);
  const Distance mirrored = signed_distance(pair.b, back, pair.a);
  EXPECT_NEAR(mirrored.distance, r.distance, near) << what;
  if (r.distance > 1e-3 * pair.size) {
    EXPECT_LE(length(pair.at.rotate(mirrored.normal) + r.normal), 1e-4) << what;
  }

  // With memory, asked twice: the same.
  PairCache cache;
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(signed_distance(pair.a, pair.at, pair.b, {.cache = &cache}).distance, r.distance, near) << what;
  EXPECT_EQ(bool(collide(pair.a, pair.at, pair.b, {.cache = &cache})), bool(collide(pair.a, pair.at, pair.b)));

  // Both moved, far away: what rounding of the coordinates leaves.
  const Pose move{random.rotation(), pair.size * random.in_box(10)};
  const Distance moved = signed_distance(pair.a, move, pair.b, move * pair.at);
  EXPECT_NEAR(moved.distance, r.distance, near) << what;
  EXPECT_LE(length(moved.on_b - moved.on_a - moved.distance * moved.normal), near) << what;
  const Pose far{move.rotation, pair.size * 1e7 * random.direction()};
  EXPECT_NEAR(signed_distance(pair.a, far, pair.b, far * pair.at).distance, r.distance, 1e-7 * pair.size) << what;
  return r.distance > 0;
}

TEST(DistanceShapes, EveryKindAgainstEveryOther) {
  testing::Outcomes outcomes("shapes that are apart");
  const int rounds = testing::cases(12, 1000);
  for (int i = 0; i < kConvexKinds; ++i)
    for (int j = 0; j < kConvexKinds; ++j) {
      Random random(u64(100 + 10 * i + j));
      for (int k = 0; k < rounds && !::testing::Test::HasFailure(); ++k)
        outcomes.saw(check_distance(random_pair(random, static_cast<CoreKind>(i), static_cast<CoreKind>(j)), random));
    }
  expect_few_open_bounds();
}

TEST(DistanceShapes, AtEveryScale) {
  testing::Outcomes outcomes("scaled shapes that are apart");
  Random random(2);
  for (int k = 0; k < testing::cases(300, 20000) && !::testing::Test::HasFailure(); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    outcomes.saw(check_distance(random_pair(random, static_cast<CoreKind>(random.below(kConvexKinds)),
                                            static_cast<CoreKind>(random.below(kConvexKinds)), scale),
                                random));
  }
  expect_few_open_bounds();
}

// What is remembered from one place changes nothing at the next.
TEST(DistanceShapes, MemoryOverAMotion) {
  testing::Outcomes outcomes("places that are apart");
  Random random(3);
  for (int k = 0; k < testing::cases(60, 3000) && !::testing::Test::HasFailure(); ++k) {
    const ShapePair pair = random_pair(random, static_cast<CoreKind>(random.below(kConvexKinds)),
                                       static_cast<CoreKind>(random.below(kConvexKinds)));
    const Pose turn{random.rotation(), {}};
    const Vec3d way = 0.1 * random.direction();
    PairCache cache;
    Pose at = pair.at;
    for (int i = 0; i < 20; ++i) {
      at.translation += way;
      if (i == 10) at = at * turn;
      const Distance cold = signed_distance(pair.a, at, pair.b),
                     warm = signed_distance(pair.a, at, pair.b, {.cache = &cache});
      if (!std::isfinite(cold.distance)) break;
      EXPECT_NEAR(warm.distance, cold.distance, 1e-9 + (cold.at_most - cold.at_least)) << told(pair, cold);
      EXPECT_LE(length(warm.on_b - warm.on_a - warm.distance * warm.normal), 1e-9);
      EXPECT_NEAR(testing::plane_gap(pair.a, at, pair.b, warm.normal), warm.distance, 1e-8);
      if (std::abs(cold.distance) > 1e-9) {
        EXPECT_EQ(bool(collide(pair.a, at, pair.b, {.cache = &cache})), cold.distance < 0);
      }
      outcomes.saw(cold.distance > 0);
    }
  }
}

// An error that is allowed saves work, is kept to, and is reported.
TEST(DistanceShapes, ErrorsThatAreAllowed) {
  Random random(5);
  int rough = 0;
  const Shape shapes[] = {Ellipsoid{{1, 0.5, 0.7}}, Cylinder{0.4, 1}, Cone{0.6, 1},
                          Shape(Ellipsoid{{1, 0.2, 0.3}}, 0.1)};
  for (int k = 0; k < 200; ++k) {
    const Shape &a = shapes[random.below(4)], &b = shapes[random.below(4)];
    const Pose at{random.rotation(), random.uniform(2, 4) * random.direction()};
    const double truth = distance(a, at, b).distance;
    if (!(truth > 0.1)) continue;
    for (const DistanceOptions& options : {DistanceOptions{.abs_error = 0.2}, DistanceOptions{.rel_error = 0.1},
                                           DistanceOptions{.abs_error = kInfinity}})
      for (const Distance& d : {distance(a, at, b, options), signed_distance(a, at, b, options)}) {
        EXPECT_GE(d.distance, truth - 1e-12);
        EXPECT_LE(d.distance, larger(truth + options.abs_error, truth * (1 + options.rel_error)) + 1e-12);
        EXPECT_LE(d.at_least, truth + 1e-12);
        EXPECT_NEAR(length(d.on_b - d.on_a), d.distance, 1e-9);
        EXPECT_EQ(d.status, d.distance - d.at_least > 1e-9 * d.distance ? Status::within_error : Status::exact);
        rough += d.status == Status::within_error && options.abs_error > 0;
      }
  }
  EXPECT_GT(rough, 20);
}

// What others got wrong; the numbers are plain arithmetic.
TEST(DistanceShapes, Balls) {
  const Distance near = signed_distance(Ball{0.5}, Pose::shift({-0.9, 0, 0}), Ball{0.5}, Pose{});
  EXPECT_NEAR(near.distance, -0.1, 1e-15);
  EXPECT_EQ(near.normal, (Vec3d{1, 0, 0}));
  const Distance same = signed_distance(Ball{0.5}, {}, Ball{0.25});
  EXPECT_EQ(same.distance, -0.75);
  EXPECT_EQ(length(same.normal), 1);
  EXPECT_EQ(signed_distance(Ball{20}, Pose::shift({0, 40, 0}), Ball{10}).distance, 10);
}

TEST(DistanceShapes, BallOnCornerEdgeAndFace) {
  for (Vec3d at : {Vec3d{1, 1, 1}, Vec3d{1, 1, 0}, Vec3d{1, 0.5, 0.25}}) {
    const Distance r = signed_distance(Box{{2, 2, 2}}, Pose::shift(at), Ball{1});
    EXPECT_NEAR(r.distance, -1, 1e-15);
    EXPECT_NEAR(length(r.normal), 1, 1e-15);
    EXPECT_FALSE(collide(Box{{2, 2, 2}}, Pose::shift(at + 1.001 * r.normal), Ball{1}));
    EXPECT_TRUE(collide(Box{{2, 2, 2}}, Pose::shift(at + 0.999 * r.normal), Ball{1}));
  }
}

TEST(DistanceShapes, CapsulesThatCross) {
  const Pose across{{{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}}, {0, 0, 0.3}};
  const Distance r = signed_distance(Capsule{0.1, 2}, across, Capsule{0.2, 2});
  EXPECT_NEAR(r.distance, -0.3, 1e-15);
  EXPECT_NEAR(std::abs(r.normal.x), 1, 1e-15);
  // On one line, overlapping: any way across it.
  const Distance along = signed_distance(Capsule{0.1, 2}, Pose::shift({0, 0, 0.5}), Capsule{0.2, 2});
  EXPECT_NEAR(along.distance, -0.3, 1e-15);
  EXPECT_NEAR(along.normal.z, 0, 1e-15);
}

TEST(DistanceShapes, BallFarFromTheFloor) {
  for (double up : {0.0, 1.0, 10.0, 100.0, 1000.0, 10000.0}) {
    const Distance r = signed_distance(Box{{20, 20, 20}}, Pose::shift({0, 0, up}), Ball{1});
    EXPECT_NEAR(r.distance, up - 11, 1e-9 * larger(1.0, up));
  }
}

}  // namespace distance_shapes_test
}  // namespace apart
