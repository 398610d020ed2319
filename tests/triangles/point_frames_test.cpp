// Distances of points and prepared triangles in lanes: as exact as promised, and the same bits for every width.
#include <apart/base/lane_width.hpp>
#include <apart/triangles/lanes/point_frames.hpp>
#include <apart/triangles/norm_point.hpp>
#include <apart/triangles/point.hpp>

#include "tests/support.hpp"
#include "tests/triangles/families.hpp"

namespace apart {
namespace point_frames_test {

Triangle any_triangle(Random& random) {
  const double scale = random.chance(0.3) ? (random.chance(0.5) ? 1e-6 : 1e6) : 1;
  Triangle t = random.chance(0.5) ? testing::on_grid(random).s : testing::generic(random).s;
  if (random.chance(0.3)) t.c = t.a + random.uniform() * (t.b - t.a) + 1e-9 * random.in_box(1);  // a sliver
  if (random.chance(0.1)) t.b = t.a;
  if (random.chance(0.1)) t.c = t.b;
  for (int k = 0; k < 3; ++k) t[k] *= scale;
  return t;
}
Vec3d any_point(Random& random, const Triangle& t) {
  const double extent = larger(length(t.b - t.a), length(t.c - t.a));
  if (random.chance(0.1)) return t[static_cast<int>(random.below(3))];
  const double u = random.uniform(-0.5, 1.5), v = random.uniform(-0.5, 1.5);
  const Vec3d beside = t.a + u * (t.b - t.a) + v * (t.c - t.a);
  return beside + (random.chance(0.3) ? 1e-12 : 2) * extent * random.in_ball();
}
double extent_of(Vec3d p, const Triangle& t) {
  return larger(larger(length(t.a - p), length(t.b - p)), length(t.c - p));
}

TEST(PointFrames, AreAsExactAsPromised) {
  Random random(1);
  testing::Outcomes outcomes("nearest to the face", 0.05);
  for (int k = 0; k < testing::cases(20000, 2000000); ++k) {
    Triangle four[4];
    for (Triangle& t : four) t = any_triangle(random);
    const Vec3d p = any_point(random, four[0]);
    const Vec3d points[4] = {p, any_point(random, four[0]), p, any_point(random, four[0])};
    double corners[9][4];
    for (int lane = 0; lane < 4; ++lane)
      for (int n = 0; n < 9; ++n) corners[n][lane] = four[lane][n / 3][n % 3];
    const Triangle other{points[0], points[1], points[3]};
    double results[std::size(kLaneWidths)][3][4];
    int widths = 0;
    for (LaneWidth width : kLaneWidths) {
      if (!has_lanes(width)) continue;
      use_lanes(width);
      FourFrames frames;
      point_frames().prepare(corners, frames);
      point_frames().from_four(p, frames, results[widths][0]);
      point_frames().of_four(points, frames, 0, results[widths][1]);
      point_frames().farthest_corner(other, frames, results[widths][2]);
      for (int i = 0; i < 3; ++i)
        for (int lane = 0; lane < 4; ++lane) ASSERT_EQ(results[widths][i][lane], results[0][i][lane]);
      ++widths;
    }
    use_lanes(std::nullopt);
    ASSERT_EQ(results[0][0][0], results[0][1][0]);
    for (int lane = 0; lane < 4; ++lane) {
      const TrianglePoint truth = closest_on_triangle(p, four[lane]);
      outcomes.saw(truth.feature == TriangleFeature::face);
      ASSERT_NEAR(std::sqrt(results[0][0][lane]), std::sqrt(truth.squared),
                  kPointFrameError * extent_of(p, four[lane]));
      ASSERT_NEAR(std::sqrt(results[0][1][lane]), std::sqrt(closest_on_triangle(points[lane], four[0]).squared),
                  kPointFrameError * extent_of(points[lane], four[0]));
      double farthest = 0, extent = 0;
      for (int corner = 0; corner < 3; ++corner) {
        farthest = larger(farthest, closest_on_triangle(other[corner], four[lane]).squared);
        extent = larger(extent, extent_of(other[corner], four[lane]));
      }
      ASSERT_NEAR(std::sqrt(results[0][2][lane]), std::sqrt(farthest), kPointFrameError * extent);
    }
  }
}

// In other norms: no point of the triangle is nearer, and the one that is given proves it.
TEST(ClosestInNorm, IsBoundedFromBothSides) {
  Random random(2);
  for (int k = 0; k < testing::cases(20000, 1000000); ++k) {
    const Norm norm = k % 2 ? Norm::one : Norm::infinity;
    const Triangle t = any_triangle(random);
    const Vec3d p = any_point(random, t);
    const NormPoint found = closest_in_norm(p, t, norm);
    const double rounding = 1e-14 * extent_of(p, t) + 1e-15 * length(p);
    ASSERT_NEAR(found.distance, found.at_least, rounding);
    ASSERT_NEAR(length(found.point - p, norm), found.distance, rounding);
    ASSERT_LE(std::sqrt(closest_on_triangle(found.point, t).squared), rounding);
    for (int i = 0; i < 8; ++i) {
      double u = random.uniform(), v = random.uniform();
      if (u + v > 1) u = 1 - u, v = 1 - v;
      const Vec3d other = i < 3 ? t[i] : t.a + u * (t.b - t.a) + v * (t.c - t.a);
      ASSERT_GE(length(other - p, norm), found.at_least - rounding);
    }
    ASSERT_EQ(closest_in_norm(p, t, norm, found.at_least).distance, found.distance);
    if (found.at_least > rounding) {
      ASSERT_EQ(closest_in_norm(p, t, norm, 0.5 * found.at_least).distance, std::numeric_limits<double>::infinity());
    }
  }
}

}  // namespace point_frames_test
}  // namespace apart
