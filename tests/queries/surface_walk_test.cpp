// Walks over a surface: what they claim of a triangle holds for points of it, and they find a way.
#include <apart/queries/hausdorff/surface_walk.hpp>
#include <apart/triangles/point.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart::queries {
namespace surface_walk_test {

double distance_from(const Mesh& mesh, Vec3d p) {
  double least = std::numeric_limits<double>::infinity();
  for (u32 i = 0; i < mesh.size(); ++i) least = std::min(least, closest_on_triangle(p, mesh.triangle(i)).squared);
  return std::sqrt(least);
}

Mesh shaken(Random& random, const Mesh& mesh, double size) {
  std::vector<Vec3d> vertices(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3d& v : vertices) v += size * random.in_ball();
  return Mesh::make(vertices, {mesh.faces().begin(), mesh.faces().end()}).value();
}

Mesh with_holes(Random& random, const Mesh& mesh, double share) {
  std::vector<Face> faces;
  for (const Face& f : mesh.faces())
    if (!random.chance(share)) faces.push_back(f);
  return Mesh::make({mesh.vertices().begin(), mesh.vertices().end()}, faces).value();
}

Mesh any_surface(Random& random) {
  const Mesh closed[] = {generate::sphere(1, 300), generate::torus(1, 0.4, 20, 10), generate::wrinkled_torus(400),
                         generate::rounded_box({1, 0.8, 0.6}, 0.2, 2)};
  Mesh mesh = closed[random.below(4)];
  if (random.chance(0.5)) mesh = shaken(random, mesh, random.chance(0.5) ? 0.02 : 0.15);
  if (random.chance(0.3)) mesh = with_holes(random, mesh, 0.05);
  if (random.chance(0.1)) mesh = generate::soup(random, 60);
  return mesh;
}

TEST(SurfaceWalk, BoundsHoldForPointsOfTheTriangle) {
  Random random(11);
  testing::Outcomes bounded("bounded", 0.1), covered("covered by one", 0.01);
  for (int k = 0; k < testing::cases(testing::unless_sanitized(20, 8), 3000); ++k) {
    const Mesh mesh = any_surface(random);
    const Model model = Model::make(mesh).value();
    const Surface surface(model, {}, {}, Norm::euclidean);
    const SurfaceWalk walk(surface);
    u32 lane = Across::kNone;
    for (int n = 0; n < 40; ++n) {
      // Beside a triangle of the surface, larger or smaller, or anywhere.
      const Triangle near = mesh.triangle(random.below(mesh.size()));
      const Vec3d shift = random.uniform(0, 0.2) * random.in_ball();
      const double size = random.uniform(0.1, 3) * length(near.b - near.a);
      const Vec3d middle = (near.a + near.b + near.c) / 3 + shift;
      Triangle t{middle + size * random.in_ball(), middle + size * random.in_ball(), middle + size * random.in_ball()};
      if (random.chance(0.6) && length(area_vector(near)) > 0) {  // along it
        const Vec3d normal = area_vector(near) / length(area_vector(near));
        for (int i = 0; i < 3; ++i) t[i] -= 0.95 * dot(t[i] - middle, normal) * normal;
      }
      if (random.chance(0.05)) t = near;
      const double enough = random.chance(0.5) ? random.uniform(0, 0.3) : 3;
      lane = walk.beside((t.a + t.b + t.c) / 3, random.chance(0.8) ? lane : Across::kNone, enough);
      ASSERT_LT(lane, model.boxes().items().size());
      const double bound = walk.bound(t, lane, enough), one = walk.cover(t, lane);
      ASSERT_TRUE(bound <= enough || bound == std::numeric_limits<double>::infinity());
      bounded.saw(bound <= enough), covered.saw(one <= enough);
      double farthest = 0, farthest_from_one = 0;
      for (int m = 0; m < 12; ++m) {
        double u = random.uniform(), v = random.uniform();
        if (u + v > 1) u = 1 - u, v = 1 - v;
        const Vec3d p = m < 3 ? t[m] : t.a + u * (t.b - t.a) + v * (t.c - t.a);
        farthest = larger(farthest, distance_from(mesh, p));
        const Triangle other = surface.triangle_in(lane);
        farthest_from_one = larger(farthest_from_one, std::sqrt(closest_on_triangle(p, other).squared));
      }
      ASSERT_LE(farthest, bound + 1e-14);
      ASSERT_LE(farthest_from_one, one + 1e-14);
    }
  }
}

TEST(SurfaceWalk, LeadsAcrossSharedEdges) {
  Random random(12);
  for (int k = 0; k < 20; ++k) {
    const Mesh mesh = any_surface(random);
    const Model model = Model::make(mesh).value();
    const Across& across = Across::of(model);
    const auto items = model.boxes().items();
    for (u32 lane = 0; lane < items.size(); ++lane) {
      if (lane % 4 != 0 && items[lane].primitive() == items[lane - 1].primitive())
        continue;  // repeated at a leaf's end
      ASSERT_EQ(across.face(lane), mesh.faces()[items[lane].primitive()]);
      for (u32 side = 0; side < 3; ++side) {
        const u32 edge = 4 * lane + side, other = across[edge];
        if (other == Across::kNone) continue;
        ASSERT_EQ(across[other], edge);
        const auto from = [&](u32 e) { return mesh.vertices()[across.face(Across::lane(e))[Across::side(e)]]; };
        ASSERT_EQ(from(edge), from(Across::next(other)));
        ASSERT_EQ(from(other), from(Across::next(edge)));
      }
    }
  }
}

// From one side of a sphere to the other, and past the border of a sheet.
TEST(SurfaceWalk, FindsTheTriangleOverAPoint) {
  Random random(13);
  for (const Mesh& mesh : {generate::sphere(1, 2000), generate::height_field({2, 2, 0}, 20, 20)}) {
    const Model model = Model::make(mesh).value();
    const Surface surface(model, {}, {}, Norm::euclidean);
    const SurfaceWalk walk(surface);
    u32 lane = Across::kNone;
    for (int n = 0; n < 500; ++n) {
      const Triangle t = mesh.triangle(random.below(mesh.size()));
      const Vec3d p = (t.a + t.b + t.c) / 3 + 0.01 * random.in_ball();
      lane = walk.beside(p, lane, 0.05);
      ASSERT_LE(std::sqrt(closest_on_triangle(p, surface.triangle_in(lane)).squared), 0.05);
    }
  }
}

}  // namespace surface_walk_test
}  // namespace apart::queries
