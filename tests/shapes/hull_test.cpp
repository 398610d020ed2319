// Hulls hold their points, are closed, face outward, and have the dimension of what they are given.
#include <apart/base/random.hpp>
#include <apart/convex/gjk/gjk.hpp>
#include <apart/shapes/hull.hpp>
#include <apart/shapes/mesh/mass.hpp>
#include <apart/shapes/mesh/topology.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace hull_test {

void check(const Hull& h, std::span<const Vec3d> points, double size, int k) {
  ASSERT_EQ(h.corners.size(), h.vertices.size());
  for (std::size_t i = 0; i < h.corners.size(); ++i) ASSERT_EQ(h.vertices[i], points[h.corners[i]]);
  ASSERT_LE(h.slack, 1e-9 * size) << k;
  for (Vec3d p : points) {
    const Vec3d one[] = {p};
    ASSERT_LE(gjk(PointsSupport{h.vertices}, PointsSupport{one}).at_least, h.slack) << k;
  }
  if (h.faces.empty()) return;
  ASSERT_TRUE(MeshTopology::of(h.surface()).solid()) << k;
  if (h.dimension == 3) {
    ASSERT_EQ(MeshTopology::of(h.surface()).euler(), 2) << k;
  }
}

TEST(Hull, HoldsItsPointsInAllDimensions) {
  Random random(1);
  int seen[4] = {};
  for (int k = 0; k < testing::cases(4000, 50000); ++k) {
    const double scale = std::pow(10, random.uniform(-100, 100));
    const int dimension = static_cast<int>(random.below(4));
    const Mat3d turn = random.chance(0.3) ? Mat3d{} : random.rotation();
    const double thin = random.chance(0.3) ? std::pow(10, random.uniform(-12, 0)) : 1;
    const Vec3d at = random.chance(0.5) ? Vec3d{} : random.in_box(10);
    const bool grid = random.chance(0.4);
    std::vector<Vec3d> points;
    for (u32 n = 1 + random.below(40); n-- > 0;) {
      Vec3d p = random.chance(0.1) && !points.empty() ? Vec3d{} : random.in_box(1);
      if (grid) p = {std::floor(2 * p.x), std::floor(2 * p.y), std::floor(2 * p.z)};
      for (int i = dimension; i < 3; ++i) p[i] = 0;
      if (dimension == 3) p.z *= thin;
      points.push_back(scale * (at + turn * p));
    }
    const Hull h = convex_hull(points);
    ASSERT_LE(h.dimension, dimension + (at == Vec3d{} ? 0 : 1)) << k;  // far from the origin a plane is rounded rough
    ++seen[h.dimension];
    check(h, points, scale, k);
    if (HasFatalFailure()) return;
  }
  for (int n : seen) EXPECT_GT(n, 200);
}

TEST(Hull, OfKnownBodies) {
  EXPECT_EQ(convex_hull({}).dimension, -1);
  const Vec3d p[] = {{1, 2, 3}, {1, 2, 3}};
  EXPECT_EQ(convex_hull(p).dimension, 0);
  EXPECT_EQ(convex_hull(p).vertices.size(), 1u);

  // Points of a grid in a cube: its eight corners, twelve triangles.
  std::vector<Vec3d> grid;
  for (int i = 0; i < 125; ++i) grid.push_back({double(i % 5), double(i / 5 % 5), double(i / 25)});
  const Hull cube = convex_hull(grid);
  EXPECT_EQ(cube.vertices.size(), 8u);
  EXPECT_EQ(cube.faces.size(), 12u);
  EXPECT_NEAR(mass(cube.surface()).volume, 64, 1e-12);

  // A sphere's vertices are all corners; a torus fills its hole.
  const Mesh sphere = generate::sphere(1, 2000);
  EXPECT_EQ(convex_hull(sphere.vertices()).vertices.size(), sphere.vertices().size());
  const Mesh torus = generate::torus(2, 0.5, 40, 20);
  const Hull h = convex_hull(torus.vertices());
  EXPECT_GT(mass(h.surface()).volume, mass(torus).volume);
  check(h, torus.vertices(), 2.5, 0);

  // A square with points inside and on its sides.
  std::vector<Vec3d> square;
  for (int i = 0; i < 25; ++i) square.push_back({double(i % 5), 7, double(i / 5)});
  const Hull flat = convex_hull(square);
  EXPECT_EQ(flat.dimension, 2);
  EXPECT_LE(flat.vertices.size(), 16u);  // rounding may let points of the sides stand out
  EXPECT_NEAR(mass(flat.surface()).area, 32, 1e-12);
}

}  // namespace hull_test
}  // namespace apart
