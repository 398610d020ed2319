// Ray casts beside CGAL's AABB tree with exact predicates: whether a ray hits, where it does first, and how many
// triangles it meets.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <apart/base/random.hpp>
#include <apart/queries/ray.hpp>
#include <samples/generate.hpp>

#include "tests/oracle/cgal.hpp"
#include "tests/support.hpp"

namespace apart {
namespace rays_test {

using oracle::Kernel;
using CgalTriangles = std::vector<oracle::Triangle3>;
using CgalTree =
    CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_triangle_primitive<Kernel, CgalTriangles::const_iterator>>>;

// To multiples of a power of two, so that the difference of two points is exact: a ray of CGAL is two points.
Vec3d snapped(Vec3d p) {
  constexpr double kGrid = 0x1p-16;
  return {kGrid * std::round(p.x / kGrid), kGrid * std::round(p.y / kGrid), kGrid * std::round(p.z / kGrid)};
}
Mesh snapped(const Mesh& mesh) {
  std::vector<Vec3d> vertices;
  for (Vec3d v : mesh.vertices()) vertices.push_back(snapped(v));
  return Mesh::make(vertices, {mesh.faces().begin(), mesh.faces().end()}).value();
}

TEST(Ray, IsThatOfCgal) {
  Random random(1);
  testing::Outcomes hit("rays that hit", 0.1), several("rays that meet several triangles", 0.1);
  const std::vector<Mesh> meshes = {generate::sphere(1, 1500), generate::wrinkled_torus(2000),
                                    generate::soup(random, 500), generate::height_field({2, 2, 0.5}, 20, 20)};
  for (const Mesh& plain : meshes)
    for (const double size : {1.0, 0x1p-20, 0x1p20}) {
      const Mesh mesh = scaled(snapped(plain), size);
      const Model model = Model::make(mesh).value();
      CgalTriangles triangles;
      for (u32 i = 0; i < mesh.size(); ++i) {
        const Triangle t = mesh.triangle(i);
        const oracle::Triangle3 proper(oracle::point(t.a), oracle::point(t.b), oracle::point(t.c));
        if (!proper.is_degenerate()) triangles.push_back(proper);  // the others are edge-on to every ray
      }
      const CgalTree tree(triangles.begin(), triangles.end());
      for (int k = 0; k < testing::cases(300, 20000) && !HasFailure(); ++k) {
        // To anywhere, or to a vertex or the middle of an edge, where neighbouring triangles have to agree.
        const bool aimed = random.chance(0.5);
        const Triangle t = mesh.triangle(random.below(mesh.size()));
        const Vec3d from = size * snapped(1.5 * random.in_ball());
        const Vec3d to = !aimed ? size * snapped(random.in_ball()) : random.chance(0.5) ? t.a : 0.5 * t.a + 0.5 * t.b;
        if (from == to) continue;
        const Kernel::Ray_3 theirs(oracle::point(from), oracle::point(to));
        const Ray ray{from, to - from};
        const RayHit first = cast(model, ray);
        ASSERT_EQ(first.hit, tree.do_intersect(theirs));
        ASSERT_EQ(cast_any(model, ray).hit, first.hit);
        const std::size_t met = tree.number_of_intersected_primitives(theirs),
                          crossed = cast_all(model, ray).hits.size();
        hit.saw(first.hit), several.saw(met > 1);
        // At an edge or a vertex they count every triangle, and we the crossing.
        if (aimed) {
          ASSERT_LE(crossed, met);
        } else {
          ASSERT_EQ(crossed, met);
        }
        if (!first.hit) continue;
        const auto found = tree.first_intersection(theirs);
        ASSERT_TRUE(found);
        if (const auto* p = boost::get<oracle::Point>(&found->first)) {
          ASSERT_LT(length(Vec3d{p->x(), p->y(), p->z()} - first.point), 1e-11 * size);
        }
      }
    }
}

}  // namespace rays_test
}  // namespace apart
