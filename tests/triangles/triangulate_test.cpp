// Triangulation of plane regions with holes.
#include <apart/base/random.hpp>
#include <apart/triangles/triangulate.hpp>
#include <map>

#include "tests/support.hpp"

namespace apart::triangles {
namespace triangulate_test {

double area(std::span<const Vec3d> p, const Face& f) { return length(cross(p[f[1]] - p[f[0]], p[f[2]] - p[f[0]])) / 2; }

// The edges that remain when opposite ones cancel.
std::map<DirectedEdge, int> boundary(std::span<const DirectedEdge> edges) {
  std::map<DirectedEdge, int> out;
  for (const auto& [p, q] : edges) ++out[{p, q}], --out[{q, p}];
  std::erase_if(out, [](const auto& e) { return e.second == 0; });
  return out;
}
std::vector<DirectedEdge> edges_of(std::span<const Face> faces) {
  std::vector<DirectedEdge> out;
  for (const Face& f : faces)
    for (std::size_t i = 0; i < 3; ++i) out.push_back({f[i], f[(i + 1) % 3]});
  return out;
}

TEST(Triangulate, RegionsWithHoles) {
  Random random(4);
  for (int k = 0; k < testing::cases(200, 5000); ++k) {
    const Mat3d turn = random.rotation();
    std::vector<Vec3d> points;
    std::vector<DirectedEdge> edges;
    double truth = 0;
    const auto add_star = [&](Vec3d centre, double radius, int way) {
      const u32 first = static_cast<u32>(points.size()), count = 3 + random.below(20);
      double last = radius, first_radius = radius;
      for (u32 i = 0; i < count; ++i) {
        const double r = radius * random.uniform(0.4, 1), angle = 2 * 3.14159265358979 * i / count;
        points.push_back(turn * (centre + r * Vec3d{std::cos(angle), std::sin(angle), 0}));
        if (i == 0) first_radius = r;
        if (i > 0) truth += way * last * r * std::sin(2 * 3.14159265358979 / count) / 2;
        last = r;
        const u32 next = first + (i + 1) % count;
        edges.push_back(way > 0 ? DirectedEdge{first + i, next} : DirectedEdge{next, first + i});
      }
      truth += way * last * first_radius * std::sin(2 * 3.14159265358979 / count) / 2;
    };
    // A star has at least the circle of 0.2 · radius within it, if it has three corners or more.
    const bool two = random.chance(0.3);
    add_star({}, 100, 1);
    if (two) add_star({300, 20, 0}, 100, 1);
    const u32 holes = random.below(5);
    for (u32 i = 0; i < holes; ++i) {
      const double angle = 2 * 3.14159265358979 * i / 5;
      const double out = 100 * 0.4 * std::cos(3.14159265358979 / 3) * 0.6;
      add_star(out * Vec3d{std::cos(angle), std::sin(angle), 0}, 4, -1);
    }
    std::vector<Face> faces;
    triangulate(points, edges, turn * Vec3d{0, 0, 1}, 0, faces);
    EXPECT_EQ(boundary(edges_of(faces)), boundary(edges));
    EXPECT_EQ(faces.size(), points.size() - 2 * (two ? 2 : 1) + 2 * holes);
    double sum = 0;
    for (const Face& f : faces) sum += area(points, f);
    EXPECT_NEAR(sum, truth, 1e-9 * truth) << k;  // none overlaps another
  }
}

TEST(Triangulate, DegenerateRegionsKeepTheirBoundary) {
  // Corners on a grid of 3 by 3, in any order: loops cross, overlap, touch, or enclose nothing.
  Random random(6);
  std::vector<Vec3d> points;
  for (int i = 0; i < 9; ++i) points.push_back({double(i % 3), double(i / 3), 0});
  for (int k = 0; k < testing::cases(3000, 100000); ++k) {
    std::vector<DirectedEdge> edges;
    for (u32 loop = 0; loop <= random.below(3); ++loop) {
      const u32 count = 3 + random.below(5), first = random.below(9);
      u32 at = first;
      for (u32 i = 1; i < count; ++i) {
        const u32 next = random.below(9);
        edges.push_back({at, next}), at = next;
      }
      edges.push_back({at, first});
    }
    std::vector<Face> faces;
    triangulate(points, edges, {0, 0, 1}, 0, faces);
    ASSERT_EQ(boundary(edges_of(faces)), boundary(edges)) << k;
  }
}

}  // namespace triangulate_test
}  // namespace apart::triangles
