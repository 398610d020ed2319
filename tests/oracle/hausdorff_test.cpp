// The Hausdorff distance beside CGAL's bounded-error one, of closed and open meshes, at several errors.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
// After the kernel.
#include <CGAL/Polygon_mesh_processing/distance.h>
#include <CGAL/Surface_mesh.h>
#include <apart/queries/hausdorff.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace hausdorff_test {

using Surface = CGAL::Surface_mesh<CGAL::Exact_predicates_inexact_constructions_kernel::Point_3>;

Surface surface_of(const Mesh& mesh) {
  Surface out;
  std::vector<Surface::Vertex_index> index;
  for (Vec3d v : mesh.vertices()) index.push_back(out.add_vertex({v.x, v.y, v.z}));
  for (const Face& f : mesh.faces()) out.add_face(index[f[0]], index[f[1]], index[f[2]]);
  return out;
}

TEST(Hausdorff, IsThatOfCgal) {
  Random random(1);
  testing::Outcomes outcomes("the farthest point is of B");
  const std::vector<Mesh> meshes = {generate::sphere(1, 200),
                                    generate::torus(0.8, 0.3, 20, 10),
                                    generate::rounded_box({1.5, 1, 1}, 0.2, 3),
                                    generate::wrinkled_torus(400),
                                    generate::cup(500),
                                    generate::height_field({2, 2, 0.5}, 8, 8)};
  for (int k = 0; k < testing::cases(40, 400); ++k) {
    const Mesh &a = meshes[random.below(6)], &b = meshes[random.below(6)];
    const Pose at{random.rotation(), random.uniform(0, 1) * random.in_ball()};
    const double error = k % 2 ? 0.05 : 0.005;
    const Surface sa = surface_of(a), sb = surface_of(placed(b, at));
    const Model ma = Model::make(a).value(), mb = Model::make(b).value();
    const auto expect_near = [&](const Hausdorff& ours, double theirs) {
      EXPECT_GE(ours.at_most, theirs - error);
      EXPECT_LE(ours.at_least, theirs + error);
    };
    namespace pmp = CGAL::Polygon_mesh_processing;
    for (double permitted : {0.0, error}) {
      const Hausdorff both = hausdorff(ma, at, mb, {.abs_error = permitted});
      expect_near(both, pmp::bounded_error_symmetric_Hausdorff_distance<CGAL::Sequential_tag>(sa, sb, error));
      expect_near(hausdorff(ma, at, mb, {.directed = true, .abs_error = permitted}),
                  pmp::bounded_error_Hausdorff_distance<CGAL::Sequential_tag>(sa, sb, error));
      outcomes.saw(both.from_b);
    }
  }
}

}  // namespace hausdorff_test
}  // namespace apart
