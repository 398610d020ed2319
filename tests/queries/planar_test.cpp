// Dimension 2: flat meshes in one plane, moved in it, against formulas of the plane.
#include <apart/base/random.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/span.hpp>
#include <apart/queries/within.hpp>
#include <numbers>

#include "tests/support.hpp"

namespace apart {
namespace planar_test {

struct Point2 {
  double x, y;
};
Point2 operator-(Point2 a, Point2 b) { return {a.x - b.x, a.y - b.y}; }
double cross2(Point2 a, Point2 b) { return a.x * b.y - a.y * b.x; }
double dot2(Point2 a, Point2 b) { return a.x * b.x + a.y * b.y; }

using Triangle2 = std::array<Point2, 3>;

// A star about the origin, as a fan of triangles in the plane z = 0.
Mesh star_in_plane(Random& random, u32 corners) {
  std::vector<Vec3d> vertices{{0, 0, 0}};
  std::vector<Face> faces;
  for (u32 k = 0; k < corners; ++k) {
    const double angle = 2 * std::numbers::pi * k / corners, radius = random.uniform(0.3, 1);
    vertices.push_back({radius * std::cos(angle), radius * std::sin(angle), 0});
    faces.push_back({0, k + 1, (k + 1) % corners + 1});
  }
  return Mesh::make(vertices, faces).value();
}

std::vector<Triangle2> triangles_in_plane(const Mesh& mesh, const Pose& at) {
  std::vector<Triangle2> out;
  for (u32 i = 0; i < mesh.size(); ++i) {
    const Triangle t = at * mesh.triangle(i);
    out.push_back({{{t.a.x, t.a.y}, {t.b.x, t.b.y}, {t.c.x, t.c.y}}});
  }
  return out;
}

// How far apart along the normals of all sides; negative where they overlap: by how much.
double gap_in_plane(const Triangle2& s, const Triangle2& t) {
  double most = -std::numeric_limits<double>::infinity();
  for (const Triangle2* of : {&s, &t}) {
    const Triangle2& other = of == &s ? t : s;
    for (std::size_t k = 0; k < 3; ++k) {
      const Point2 side = (*of)[(k + 1) % 3] - (*of)[k];
      double least = std::numeric_limits<double>::infinity();
      for (const Point2 p : other) least = std::min(least, -cross2(side, p - (*of)[k]) / std::hypot(side.x, side.y));
      most = std::max(most, least);
    }
  }
  return most;
}

double point_segment_in_plane(Point2 p, Point2 a, Point2 b) {
  const Point2 d = b - a;
  const double t = std::clamp(dot2(p - a, d) / dot2(d, d), 0.0, 1.0);
  return std::hypot(p.x - a.x - t * d.x, p.y - a.y - t * d.y);
}
double distance_in_plane(const Triangle2& s, const Triangle2& t) {
  if (gap_in_plane(s, t) <= 0) return 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      least = std::min(least, point_segment_in_plane(s[i], t[k], t[(k + 1) % 3]));
      least = std::min(least, point_segment_in_plane(t[i], s[k], s[(k + 1) % 3]));
    }
  return least;
}

TEST(Planar, FlatMeshesAreModelsOfThePlane) {
  Random random(13);
  testing::Outcomes outcomes("stars that touch");
  for (int k = 0; k < testing::cases(300, 20'000); ++k) {
    const Mesh a = star_in_plane(random, 3 + random.below(30)), b = star_in_plane(random, 3 + random.below(30));
    const double angle = random.uniform(-3, 3), c = std::cos(angle), s = std::sin(angle);
    const Pose at{{{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}}, {random.uniform(-2, 2), random.uniform(-1.5, 1.5), 0}};
    const std::vector<Triangle2> of_a = triangles_in_plane(a, Pose{}), of_b = triangles_in_plane(b, at);
    double nearest = std::numeric_limits<double>::infinity(), farthest = 0, closest_call = nearest;
    std::size_t pairs = 0;
    for (const Triangle2& x : of_a)
      for (const Triangle2& y : of_b) {
        const double apart = gap_in_plane(x, y);
        closest_call = std::min(closest_call, std::abs(apart));
        pairs += apart <= 0;
        nearest = std::min(nearest, distance_in_plane(x, y));
        for (const Point2 p : x)
          for (const Point2 q : y) farthest = std::max(farthest, std::hypot(p.x - q.x, p.y - q.y));
      }
    const Model ma = Model::make(a).value(), mb = Model::make(b).value();
    EXPECT_NEAR(distance(ma, at, mb).distance, nearest, 1e-13);
    EXPECT_NEAR(span(ma, at, mb).distance, farthest, 1e-13);
    EXPECT_TRUE(within(ma, at, mb, nearest * (1 + 1e-12)).within);
    if (closest_call < 1e-12) continue;  // which rounding alone decides, here and not there
    outcomes.saw(pairs > 0);
    EXPECT_EQ(collide(ma, at, mb).colliding, pairs > 0);
    EXPECT_EQ(collisions(ma, at, mb).pairs.size(), pairs);
    if (nearest > 0) {
      EXPECT_FALSE(within(ma, at, mb, nearest * (1 - 1e-12)).within);
    }
  }
}

}  // namespace planar_test
}  // namespace apart
