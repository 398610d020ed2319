// Triangles that correspond: what is claimed of them holds for points of them, and all are found in any order.
#include <apart/queries/hausdorff.hpp>
#include <apart/queries/hausdorff/twins.hpp>
#include <apart/triangles/point.hpp>
#include <cmath>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart::queries {
namespace twins_test {

// The same mesh in another order, each triangle from any of its corners on, its vertices moved.
Mesh another_version(Random& random, const Mesh& mesh, double noise) {
  std::vector<Vec3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3d& v : vertices) v += noise * random.in_ball();
  std::vector<Face> faces(mesh.faces().begin(), mesh.faces().end());
  for (u32 i = mesh.size(); i > 1; --i) std::swap(faces[i - 1], faces[random.below(i)]);
  for (Face& f : faces) std::rotate(f.begin(), f.begin() + random.below(3), f.end());
  return Mesh::make(vertices, faces).value();
}

Mesh two(const Mesh& one, const Mesh& other) {
  std::vector<Vec3d> vertices(one.vertices().begin(), one.vertices().end());
  std::vector<Face> faces(one.faces().begin(), one.faces().end());
  const u32 first = static_cast<u32>(vertices.size());
  for (const Vec3d v : other.vertices()) vertices.push_back(v + Vec3d{5, 0, 0});
  for (const Face& f : other.faces()) faces.push_back({f[0] + first, f[1] + first, f[2] + first});
  return Mesh::make(vertices, faces).value();
}

double distance_from(const Mesh& mesh, Vec3d p) {
  double least = std::numeric_limits<double>::infinity();
  for (u32 i = 0; i < mesh.size(); ++i) least = std::min(least, closest_on_triangle(p, mesh.triangle(i)).squared);
  return std::sqrt(least);
}

// How many triangles have twins; fails where a point is farther than is claimed.
u32 count_twins(Random& random, const Mesh& x, const Mesh& y, double enough) {
  const Model a = Model::make(x).value(), b = Model::make(y).value();
  const Surface on_a(a, {}, {}, Norm::euclidean), on_b(b, {}, {}, Norm::euclidean);
  Twins twins(on_a, on_b);
  u32 found = 0;
  for (const Surface* s : {&on_a, &on_b}) {
    const std::vector<double>& bounds = twins.of(*s, enough);
    const Mesh& other = s == &on_a ? y : x;
    for (u32 i = 0; i < s->size(); ++i) {
      const double bound = bounds[s->lane_of(i)];
      if (std::isinf(bound)) continue;
      found += s == &on_a;
      EXPECT_LE(bound, enough);
      if (!random.chance(0.1)) continue;
      const Triangle t = s->triangle(i);
      const double u = random.uniform(0, 0.5), v = random.uniform(0, 0.5);
      for (const Vec3d p : {t.a, t.b, t.c, t.a + u * (t.b - t.a) + v * (t.c - t.a)})
        EXPECT_LE(distance_from(other, p), bound + 1e-14);
    }
  }
  return found;
}

TEST(Twins, AllAreFoundInAnyOrder) {
  Random random(21);
  for (const Mesh& mesh : {generate::sphere(1, 1000), generate::torus(1, 0.3, 40, 20),
                           two(generate::sphere(1, 600), generate::wrinkled_torus(800))}) {
    EXPECT_EQ(count_twins(random, mesh, another_version(random, mesh, 0), 1e-9), mesh.size());
    EXPECT_EQ(count_twins(random, mesh, another_version(random, mesh, 0.01), 0.011), mesh.size());
    const Mesh moved = placed(another_version(random, mesh, 0), Pose::shift({0.01, 0.02, 0}));
    EXPECT_EQ(count_twins(random, mesh, moved, 0.03), mesh.size());
  }
}

TEST(Twins, ClaimsHoldForAnySurfaces) {
  Random random(22);
  for (int k = 0; k < testing::cases(10, 300); ++k) {
    const Mesh mesh = random.chance(0.5) ? generate::torus(1, 0.3, 20, 10) : generate::soup(random, 100);
    count_twins(random, mesh, another_version(random, mesh, random.uniform(0, 0.3)), random.uniform(0, 1));
    count_twins(random, mesh, generate::sphere(1, mesh.size()), random.uniform(0, 1));
  }
}

// The distance is the same as with the triangles in order.
TEST(Twins, ServeADistance) {
  Random random(23);
  const Mesh mesh = generate::sphere(1, 1000);
  for (int k = 0; k < 5; ++k) {
    const Mesh other = another_version(random, mesh, 0.02);
    const Model a = Model::make(mesh).value(), b = Model::make(other).value();
    const Hausdorff found = hausdorff(a, b, {.abs_error = 1e-4}), exact = hausdorff(a, b);
    EXPECT_LE(found.at_least, exact.at_most);
    EXPECT_GE(found.at_most, exact.at_least);
    EXPECT_LE(found.at_most - found.at_least, 1e-4 + 1e-9);
  }
  const Hausdorff same = hausdorff(Model::make(mesh).value(), Model::make(another_version(random, mesh, 0)).value());
  EXPECT_EQ(same.distance, 0);
  EXPECT_EQ(same.at_most, 0);
}

}  // namespace twins_test
}  // namespace apart::queries
