// Offsets from four faces at once: what is called known has the bits of one by one, for every width.
#include <apart/base/lane_width.hpp>
#include <apart/triangles/lanes/face_offsets.hpp>
#include <apart/triangles/point_offset.hpp>

#include "tests/support.hpp"
#include "tests/triangles/families.hpp"

namespace apart::triangles {
namespace face_offsets_test {

struct Pair {
  Vec3d point;
  Triangle triangle;
};

// Over the face, beside it, on it; slivers and degenerate triangles; at all scales.
Pair any_pair(Random& random) {
  Triangle t = random.chance(0.5) ? testing::on_grid(random).s : testing::generic(random).s;
  if (random.chance(0.2)) t.c = t.a + random.uniform() * (t.b - t.a) + 1e-9 * random.in_box(1);
  if (random.chance(0.05)) t.b = t.a;
  const double u = random.uniform(-0.1, 1), v = random.uniform(-0.1, 1 - u);
  Vec3d p = t.a + u * (t.b - t.a) + v * (t.c - t.a);
  if (random.chance(0.1)) p = t[static_cast<int>(random.below(3))];
  if (random.chance(0.9)) p += std::pow(10.0, random.uniform(-15, 1)) * random.direction();
  const double scale = random.chance(0.2) ? std::pow(10.0, random.uniform(-40, 40)) : 1;
  return {scale * p, {scale * t.a, scale * t.b, scale * t.c}};
}

TEST(FaceOffsets, HaveTheBitsOfOneByOne) {
  Random random(5);
  testing::Outcomes known("known", 0.3), unknown("not known", 0.1), near("far nearer than the triangle is large", 0.1);
  for (int k = 0; k < testing::cases(20000, 1000000); ++k) {
    Pair pairs[4];
    double points[3][4];
    FourCorners corners;
    for (std::size_t lane = 0; lane < 4; ++lane) {
      pairs[lane] = any_pair(random);
      for (int n = 0; n < 9; ++n) corners[n][lane] = pairs[lane].triangle[n / 3][n % 3];
      for (int n = 0; n < 3; ++n) points[n][lane] = pairs[lane].point[n];
    }
    for (const LaneWidth width : kLaneWidths) {
      if (!has_lanes(width)) continue;
      use_lanes(width);
      FaceOffsets found;
      face_offsets()(points, corners, found);
      for (std::size_t lane = 0; lane < 4; ++lane) {
        const bool is_known = (found.known >> lane & 1) != 0;
        known.saw(is_known), unknown.saw(!is_known);
        if (!is_known) continue;
        const auto& [point, triangle] = pairs[lane];
        ASSERT_EQ(closest_on_triangle(point, triangle).feature, TriangleFeature::face) << k;
        const PointOffset wanted = offset_from(point, triangle, TriangleFeature::face);
        near.saw(wanted.distance < 1e-3 * length(triangle.b - triangle.a));
        ASSERT_EQ(found.distance[lane], wanted.distance) << k;
        for (int n = 0; n < 3; ++n) {
          ASSERT_EQ(found.normal[n][lane], wanted.normal[n]) << k;
          ASSERT_EQ(found.point[n][lane], wanted.point[n]) << k;
          ASSERT_EQ(found.weights[n][lane], wanted.weights[n]) << k;
        }
      }
    }
  }
  use_lanes({});
}

}  // namespace face_offsets_test
}  // namespace apart::triangles
