// The region that a point lies in is that of the feature nearest to it.
#include <apart/base/random.hpp>
#include <apart/convex/gjk/gjk.hpp>
#include <apart/shapes/polytope/voronoi_regions.hpp>

#include "tests/support.hpp"

namespace apart {
namespace voronoi_regions_test {

Vec3d nearest_on_edge(const Polytope& p, u32 half, Vec3d q) {
  const Vec3d u = along(p, half);
  const double part = dot(q - start_of(p, half), u) / squared_length(u);
  return start_of(p, half) + larger(0.0, lesser(1.0, part)) * u;
}

TEST(VoronoiRegions, HoldWhatIsNearestToTheirFeature) {
  Random random(4);
  int seen[4] = {};
  for (int k = 0; k < testing::cases(400, 10000); ++k) {
    const double scale = std::pow(10, random.uniform(-6, 6));
    std::vector<Vec3d> points;
    const bool grid = random.chance(0.4);
    const int dimension = 1 + static_cast<int>(random.below(3));
    for (u32 n = 2 + random.below(30); n-- > 0;) {
      Vec3d v = random.in_box(1);
      if (grid) v = {std::floor(2 * v.x), std::floor(2 * v.y), std::floor(2 * v.z)};
      for (int i = dimension; i < 3; ++i) v[i] = 0;
      points.push_back(scale * v);
    }
    const Polytope p = Polytope::make(points).value();
    const double slack = 1e-9 * scale;
    for (int i = 0; i < 10; ++i) {
      const Vec3d q = scale * 3 * random.in_box(1);
      const Vec3d one[] = {q};
      const double truth = gjk(PointsSupport{p.vertices()}, PointsSupport{one}).at_least;
      if (!(truth > 1e-6 * scale)) continue;
      int regions = 0;
      for (u32 f = 0; f < p.faces().size(); ++f)
        if (in_face_region(p, f, q, slack)) {
          ++regions, ++seen[2];
          ASSERT_NEAR(above_face(p, f, q), truth, 10 * slack);
        }
      for (u32 h = 0; h < p.half_edges().size(); ++h)
        if (in_edge_region(p, h, q, slack)) {
          ++regions, ++seen[1];
          ASSERT_NEAR(length(q - nearest_on_edge(p, h, q)), truth, 10 * slack);
        }
      for (u32 v = 0; v < p.vertices().size(); ++v)
        if (in_vertex_region(p, v, q, slack)) {
          ++regions, ++seen[0];
          ASSERT_NEAR(length(q - p.vertices()[v]), truth, 10 * slack);
        }
      ASSERT_GE(regions, 1) << "case " << k;
      // Without slack regions share their borders alone.
      int strict = 0;
      for (u32 f = 0; f < p.faces().size(); ++f) strict += in_face_region(p, f, q, -slack);
      for (u32 h = 0; h < p.half_edges().size(); ++h)
        strict += h < p.half_edges()[h].twin && in_edge_region(p, h, q, -slack);
      for (u32 v = 0; v < p.vertices().size(); ++v) strict += in_vertex_region(p, v, q, -slack);
      ASSERT_LE(strict, 1) << "case " << k;
    }
  }
  std::printf("[ saw      ] %d vertices, %d half-edges, %d faces\n", seen[0], seen[1], seen[2]);
  for (int i = 0; i < 3; ++i) EXPECT_GT(seen[i], 200);
}

}  // namespace voronoi_regions_test
}  // namespace apart
