// Triangulation of polygons: area, orientation and count.
#include <apart/io/bodies/polygon.hpp>
#include <numbers>

#include "tests/io/support.hpp"

namespace apart {
namespace polygon_test {

struct Flat {
  double x, y;
};

// Twice the area that each triangle covers, in z, must add up to the polygon's: a fan over a notch would cover some
// place twice, once turned around. None may be turned around.
void expect_covers(const std::vector<Flat>& outline, const Pose& pose) {
  std::vector<Vec3d> vertices;
  std::vector<u32> polygon;
  double area = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Flat p = outline[i], q = outline[(i + 1) % outline.size()];
    area += p.x * q.y - p.y * q.x;
    polygon.push_back(static_cast<u32>(i));
    vertices.push_back(pose * Vec3d{p.x, p.y, 0});
  }
  std::vector<Face> faces;
  ASSERT_TRUE(io::append_triangles(polygon, vertices, faces));
  ASSERT_EQ(faces.size(), outline.size() - 2);
  double covered = 0;
  for (Face f : faces) {
    const Vec3d turn =
        transposed_times(pose.rotation, area_vector(Triangle{vertices[f[0]], vertices[f[1]], vertices[f[2]]}));
    covered += std::abs(turn.z);
    EXPECT_GE(turn.z * area, -1e-9 * area * area) << "a triangle is turned around";
  }
  EXPECT_NEAR(covered, std::abs(area), 1e-9 * std::abs(area));
}

std::vector<Pose> places() {
  Random random(5);
  std::vector<Pose> poses{Pose{}};
  for (int i = 0; i < 20; ++i) poses.push_back(random.pose(10));
  return poses;
}

const std::vector<std::vector<Flat>> kOutlines = {
    {{0, 0}, {4, 2}, {0, 4}, {1, 2}},                                  // an arrowhead
    {{1, 2}, {0, 0}, {4, 2}, {0, 4}},                                  // the same, notch first
    {{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}},                  // L
    {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 3}, {2, 1}, {1, 1}, {0, 3}},  // straight corners and a notch
    {{0, 0}, {5, 0}, {5, 5}, {4, 5}, {4, 1}, {3, 1}, {3, 5}, {2, 5}, {2, 1}, {1, 1}, {1, 5}, {0, 5}},  // comb
    {{0, 0}, {6, 0}, {6, 6}, {0, 6}, {0, 0}, {2, 2}, {2, 4}, {4, 4}, {4, 2}, {2, 2}},  // a hole on a bridge
    {{0, 0}, {1, 0}, {1, 0}, {1, 1}, {0.5, 0.2}, {0, 1}},                              // a corner twice
};

TEST(Polygon, ConcaveOnesAreCoveredOnce) {
  for (const Pose& pose : places())
    for (std::vector<Flat> outline : kOutlines) {
      expect_covers(outline, pose);
      std::reverse(outline.begin(), outline.end());
      expect_covers(outline, pose);
    }
}

TEST(Polygon, RandomStarsAreCoveredOnce) {
  Random random(6);
  for (int i = 0; i < 300; ++i) {
    std::vector<Flat> star;
    const u32 n = 4 + random.below(60);
    for (u32 k = 0; k < n; ++k) {
      const double angle = 2 * std::numbers::pi * k / n, radius = random.uniform(0.2, 1);
      star.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    expect_covers(star, random.pose(10));
  }
}

TEST(Polygon, ConvexOnesAreFans) {
  std::vector<Vec3d> vertices;
  std::vector<u32> polygon;
  for (u32 i = 0; i < 7; ++i) {
    vertices.push_back({std::cos(i * 0.8), std::sin(i * 0.8), 3});
    polygon.push_back(i);
  }
  std::vector<Face> faces;
  ASSERT_TRUE(io::append_triangles(polygon, vertices, faces));
  ASSERT_EQ(faces.size(), 5u);
  for (u32 i = 0; i < 5; ++i) EXPECT_EQ(faces[i], (Face{0, i + 1, i + 2}));
}

// Garbage gets n − 2 triangles in reasonable time too: crossing itself, without area, huge, tiny.
TEST(Polygon, GarbageEnds) {
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    const u32 n = 4 + random.below(i == 0 ? 4000 : 50);
    const double size = i % 3 == 0 ? 1 : i % 3 == 1 ? 1e308 : 1e-308;
    std::vector<Vec3d> vertices;
    std::vector<u32> polygon;
    for (u32 k = 0; k < n; ++k) {
      vertices.push_back(i % 5 == 4 ? Vec3d{size * k / n, 0, 0} : random.in_box(size));
      polygon.push_back(random.below(k + 1));
    }
    std::vector<Face> faces;
    ASSERT_TRUE(io::append_triangles(polygon, vertices, faces));
    EXPECT_EQ(faces.size(), n - 2);
  }
}

TEST(Polygon, TooManyCornersAreRefused) {
  std::vector<Vec3d> vertices{{0, 0, 0}, {4, 2, 0}, {0, 4, 0}, {1, 2, 0}};
  std::vector<u32> polygon{0, 1, 2, 3};
  polygon.resize(io::kMostCorners + 1, 3);
  std::vector<Face> faces;
  EXPECT_FALSE(io::append_triangles(polygon, vertices, faces));
}

}  // namespace polygon_test
}  // namespace apart
