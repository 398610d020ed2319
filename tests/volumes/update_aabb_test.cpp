// Aligned boxes of rotating bodies, by each of the four methods.
#include <apart/base/random.hpp>
#include <apart/volumes/fits/fit_sphere.hpp>
#include <apart/volumes/fits/hull_first.hpp>
#include <apart/volumes/fits/update_aabb.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"
#include "tests/volumes/point_sets.hpp"

namespace apart {
namespace update_aabb_test {

// A box with its sides cut into grids: most vertices lie within a flat side, and quarter turns make sides level.
Mesh gridded_box(u32 n) { return generate::rounded_box({2, 1, 3}, 0, n); }

void expect_same(const Bounds& climbed, const Bounds& truth, double error, int k) {
  for (int i = 0; i < 3; ++i) {
    ASSERT_LE(climbed.low[i], truth.low[i]) << k;
    ASSERT_GE(climbed.high[i], truth.high[i]) << k;
    ASSERT_NEAR(climbed.low[i], truth.low[i], error) << k;
    ASSERT_NEAR(climbed.high[i], truth.high[i], error) << k;
  }
}

Bounds all(std::span<const Vec3d> points, const Pose& pose) {
  Bounds b;
  for (Vec3d p : points) b.add(pose * p);
  return b;
}

TEST(UpdateAabb, CornersOfTheHullAreEnough) {
  Random random(9);
  for (const Mesh& mesh : {generate::wrinkled_torus(600), generate::soup(random, 60), generate::box({1, 2, 3})}) {
    const volumes::HullFirst first = volumes::hull_first(mesh.vertices());
    ASSERT_EQ(first.points.size(), mesh.vertices().size());
    std::vector<bool> seen(first.order.size(), false);
    for (std::size_t k = 0; k < first.order.size(); ++k) {
      ASSERT_FALSE(seen[first.order[k]]);
      seen[first.order[k]] = true;
      ASSERT_EQ(first.points[k], mesh.vertices()[first.order[k]]);
    }
    for (int k = 0; k < 50; ++k) {
      const Pose pose{random.rotation(), random.in_box(3)};
      const Aabb<double> all = aabb_of<double>(mesh.vertices(), pose), few = aabb_of<double>(first.outer(), pose);
      for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(all.low()[i], few.low()[i], first.slack + 1e-14);
        EXPECT_NEAR(all.high()[i], few.high()[i], first.slack + 1e-14);
      }
    }
  }
}

TEST(UpdateAabb, ClimbingFindsWhatAScanFinds) {
  Random random(1);
  for (const Mesh& hull : {generate::sphere(1, 2000), generate::cylinder(1, 0.3, 50), generate::box({1, 2, 3}),
                           gridded_box(12), placed(generate::sphere(2, 300), Pose::shift({50, -20, 7}))}) {
    const Neighbours near = neighbours(hull);
    AabbClimber climber(hull.vertices(), near);
    double far = 0;
    for (Vec3d p : hull.vertices()) far = std::max(far, largest(abs(p)));
    for (int k = 0; k < testing::cases(2000, 50000); ++k) {
      const Pose pose = random.pose(10);
      expect_same(climber.bounds(pose), all(hull.vertices(), pose), 1e-13 * (far + 10), k);
    }
  }
}

// Ericson's counterexample: a vertex within a flat side that was highest is lowest after half a turn, and has no higher
// neighbour.
TEST(UpdateAabb, ClimbingLeavesLevelSides) {
  const Mesh box = gridded_box(10);
  const Neighbours near = neighbours(box);
  AabbClimber climber(box.vertices(), near);
  const double c = 0;
  const Mat3d quarter[3] = {
      {{{1, 0, 0}, {0, c, -1}, {0, 1, c}}}, {{{c, 0, 1}, {0, 1, 0}, {-1, 0, c}}}, {{{c, -1, 0}, {1, c, 0}, {0, 0, 1}}}};
  Random random(2);
  Mat3d turn{};
  for (int k = 0; k < 2000; ++k) {
    turn = quarter[random.below(3)] * turn;
    // Exactly level, or off by anything from far below rounding to visible.
    const Vec3d off = std::pow(10, random.uniform(-18, -1)) * random.in_ball();
    const Pose pose{
        random.chance(0.3) ? turn : turn * Pose::from_quaternion(1, off.x, off.y, off.z, {}).value().rotation,
        random.in_box(1)};
    expect_same(climber.bounds(pose), all(box.vertices(), pose), 1e-13, k);
  }
}

TEST(UpdateAabb, ClimbingVisitsFewAfterASmallRotation) {
  const Mesh ball = generate::sphere(1, 20000);
  const Neighbours near = neighbours(ball);
  AabbClimber climber(ball.vertices(), near);
  Pose pose;
  climber.bounds(pose);
  const u64 before = climber.visited();
  const Mat3d step = Pose::from_quaternion(1, 0.001, 0.002, -0.001, {}).value().rotation;
  for (int k = 0; k < 100; ++k) {
    pose.rotation = step * pose.rotation;
    expect_same(climber.bounds(pose), all(ball.vertices(), pose), 1e-13, k);
  }
  const double each = double(climber.visited() - before) / 600;
  std::printf("[ saw      ] %.1f of %zu vertices a direction\n", each, ball.vertices().size());
  EXPECT_LT(each, 200);
}

TEST(UpdateAabb, TheFourHoldThePointsAndAreOrderedByTightness) {
  Random random(3);
  for (int k = 0; k < testing::cases(5000, 100000); ++k) {
    const std::vector<Vec3d> points = testing::any_points(random);
    double far = 0;
    for (Vec3d p : points) far = std::max(far, largest(abs(p)));
    const Pose pose = random.pose(far);
    const auto ball = minimum_sphere<double>(points);
    const auto loose = aabb_of(placed(ball, pose)), tight = aabb_of<double>(points, pose),
               wrapped = placed(Fit<Aabb<double>>::of(points), pose);
    const auto narrow = aabb_of<float>(points, pose);
    for (Vec3d p : points)
      ASSERT_TRUE(contains(loose, pose * p) && contains(tight, pose * p) && contains(wrapped, pose * p) &&
                  contains(narrow, pose * p))
          << k;
    for (int i = 0; i < 3; ++i) {
      ASSERT_LE(tight.half[i], loose.half[i] + 1e-14 * far) << k;
      ASSERT_LE(tight.half[i], wrapped.half[i] + 1e-14 * far) << k;
    }
    // The ball's box keeps its size, but for rounding.
    ASSERT_NEAR(loose.half.x, ball.radius, 1e-14 * far) << k;
  }
  EXPECT_TRUE(is_empty(aabb_of(Sphere<float>::nothing())));
  EXPECT_TRUE(is_empty(aabb_of<float>({}, Pose{})));
}

TEST(Neighbours, OfABox) {
  const Mesh box = generate::box({1, 1, 1});
  const Neighbours near = neighbours(box);
  std::size_t total = 0;
  for (u32 v = 0; v < near.vertices(); ++v) {
    total += near.of(v).size();
    for (u32 w : near.of(v)) {
      const auto back = near.of(w);
      EXPECT_NE(std::find(back.begin(), back.end(), v), back.end());
    }
  }
  EXPECT_EQ(total, 36u);  // twelve edges and six diagonals, from both ends
}

}  // namespace update_aabb_test
}  // namespace apart
