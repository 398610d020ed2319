// Nearest points and inside tests of points, one by one and many at once, against CGAL's AABB tree and side of mesh.
#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>

#include <apart/queries/containment.hpp>
#include <apart/queries/point_batch.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace points_test {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using SurfaceMesh = CGAL::Surface_mesh<Kernel::Point_3>;
using Primitive = CGAL::AABB_face_graph_triangle_primitive<SurfaceMesh>;
using BoxesOfCgal = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

SurfaceMesh surface_of(const Mesh& mesh) {
  SurfaceMesh out;
  for (const Vec3d& v : mesh.vertices()) out.add_vertex({v.x, v.y, v.z});
  for (const Face& f : mesh.faces())
    out.add_face(SurfaceMesh::Vertex_index(f[0]), SurfaceMesh::Vertex_index(f[1]), SurfaceMesh::Vertex_index(f[2]));
  return out;
}

// In the box and around it, beside the surface, on it, and level with its vertices.
Vec3d some_point(const Mesh& mesh, Random& random, double size) {
  const Triangle t = mesh.triangle(random.below(mesh.size()));
  if (random.chance(0.1)) return t[static_cast<int>(random.below(3))];
  if (random.chance(0.3)) return (t.a + t.b + t.c) / 3 + 1e-3 * size * random.in_ball();
  Bounds box;
  for (const Vec3d v : mesh.vertices()) box.add(v);
  Vec3d p = box.centre() + 1.2 * size * random.in_ball();
  for (int k = 0; k < 3; ++k)
    if (random.chance(0.2)) p[k] = t.a[k];
  return p;
}

TEST(PointsOracle, NearestPointsAndSidesAreThoseOfCgal) {
  Random random(21);
  testing::Outcomes in("points inside", 0.1), on("points on the surface", 0.02);
  for (const Mesh& mesh : {generate::box({1, 2, 3}), generate::torus(1, 0.4, 24, 12), generate::wrinkled_torus(4000),
                           generate::gear({.teeth = 12, .module = 0.2, .width = 0.4, .bore = 0.3, .backlash = 0.05})})
    for (const double scale : {1e-6, 1.0, 1e6})
      for (const double far : {0.0, 1e6}) {
        const Mesh put = placed(scaled(mesh, scale), Pose::shift(far * scale * Vec3d{1, -2, 0.5}));
        const SurfaceMesh surface = surface_of(put);
        const BoxesOfCgal tree(faces(surface).begin(), faces(surface).end(), surface);
        const CGAL::Side_of_triangle_mesh<SurfaceMesh, Kernel> side(tree);
        const Model model = Model::make(put).value();
        std::vector<Vec3d> points;
        for (int k = 0; k < testing::cases(200, 5000); ++k) points.push_back(some_point(put, random, scale));
        const Batch<ClosestPoint> nearest = closest(model, points);
        const Batch<WindingNumber> windings = winding_number(model, points);
        for (std::size_t i = 0; i < points.size(); ++i) {
          const Kernel::Point_3 p(points[i].x, points[i].y, points[i].z);
          const double truth = std::sqrt(tree.squared_distance(p));
          // CGAL constructs the nearest point in doubles, with some roundings of its coordinates, not of differences.
          const double error = 1e-14 * truth + 2e-15 * scale * (8 + 2 * far);
          ASSERT_NEAR(nearest.answers[i].distance, truth, error);
          const CGAL::Bounded_side where = side(p);
          ASSERT_EQ(locate(model, points[i]), where == CGAL::ON_BOUNDARY       ? Where::on_surface
                                              : where == CGAL::ON_BOUNDED_SIDE ? Where::inside
                                                                               : Where::outside);
          ASSERT_EQ(windings.answers[i].on_surface, where == CGAL::ON_BOUNDARY);
          ASSERT_EQ(windings.answers[i].inside(), where != CGAL::ON_UNBOUNDED_SIDE);
          in.saw(where == CGAL::ON_BOUNDED_SIDE);
          on.saw(where == CGAL::ON_BOUNDARY);
        }
      }
}

}  // namespace points_test
}  // namespace apart
