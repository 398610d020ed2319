// The solid that two meshes share, against CGAL's corefinement with exact predicates.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/corefinement.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Surface_mesh.h>

#include <apart/queries/solid_intersection.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace solid_test {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using SurfaceMesh = CGAL::Surface_mesh<Kernel::Point_3>;

SurfaceMesh exact(const Mesh& mesh) {
  SurfaceMesh out;
  for (const Vec3d& v : mesh.vertices()) out.add_vertex({v.x, v.y, v.z});
  for (const Face& f : mesh.faces())
    out.add_face(SurfaceMesh::Vertex_index(f[0]), SurfaceMesh::Vertex_index(f[1]), SurfaceMesh::Vertex_index(f[2]));
  return out;
}

TEST(SolidOracle, VolumeIsThatOfCorefinement) {
  Random random(9);
  testing::Outcomes shares("pairs that share volume", 0.1);
  const std::vector<Mesh> meshes{
      generate::box({1, 1, 1}), generate::torus(1, 0.4, 12, 8), generate::sphere(0.8, 80),
      generate::gear({.teeth = 8, .module = 0.2, .width = 0.4, .bore = 0.3, .backlash = 0.05})};
  for (int k = 0; k < testing::cases(25, 1000); ++k) {
    const Mesh &a = meshes[random.below(4)], &b = meshes[random.below(4)];
    const bool on_grid = random.chance(0.3);  // coplanar faces, shared edges and vertices
    const Vec3d step{0.25 * random.below(5), 0.25 * random.below(3), 0.25 * random.below(5)};
    const Pose at{on_grid ? Mat3d{} : random.rotation(), on_grid ? step : 1.5 * random.in_ball()};
    const SolidIntersection found = solid_intersection(Model::make(a).value(), at, Model::make(b).value());
    ASSERT_EQ(found.status, Status::exact);
    SurfaceMesh x = exact(a), y = exact(placed(b, at)), both;
    ASSERT_TRUE(CGAL::is_closed(x) && CGAL::is_closed(y));
    // It refuses what is not a manifold surface, as where solids touch along an edge.
    if (!CGAL::Polygon_mesh_processing::corefine_and_compute_intersection(x, y, both)) continue;
    const Kernel::FT volume = both.is_empty() ? Kernel::FT(0) : CGAL::Polygon_mesh_processing::volume(both);
    const double truth = CGAL::to_double(volume);
    EXPECT_NEAR(found.volume, truth, 1e-13) << k;
    EXPECT_LE(found.at_least, truth * (1 + 1e-15)) << k;
    EXPECT_GE(found.at_most, truth * (1 - 1e-15)) << k;
    shares.saw(truth > 0);
  }
}

}  // namespace solid_test
}  // namespace apart
