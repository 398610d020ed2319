#include <CGAL/Simple_cartesian.h>
// After the kernel.
#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Polygon_mesh_processing/distance.h>
#include <CGAL/Surface_mesh.h>

#include "lab/bench/hausdorff/cgal.hpp"

namespace apart::lab {

using Point = CGAL::Simple_cartesian<double>::Point_3;
using Surface = CGAL::Surface_mesh<Point>;

struct CgalHausdorff::Meshes {
  Surface a, b;
};

static Surface surface_of(const Mesh& mesh) {
  Surface out;
  std::vector<Surface::Vertex_index> index;
  for (Vec3d v : mesh.vertices()) index.push_back(out.add_vertex(Point(v.x, v.y, v.z)));
  for (const Face& f : mesh.faces()) out.add_face(index[f[0]], index[f[1]], index[f[2]]);
  return out;
}

CgalHausdorff::CgalHausdorff(const Mesh& a, const Mesh& b) : meshes_(new Meshes{surface_of(a), surface_of(b)}) {}
CgalHausdorff::~CgalHausdorff() { delete meshes_; }

double CgalHausdorff::symmetric(double error) const {
  return CGAL::Polygon_mesh_processing::bounded_error_symmetric_Hausdorff_distance<CGAL::Sequential_tag>(
      meshes_->a, meshes_->b, error);
}

void CgalHausdorff::build_trees() const {
  using Primitive = CGAL::AABB_face_graph_triangle_primitive<Surface>;
  using Tree = CGAL::AABB_tree<CGAL::AABB_traits<CGAL::Simple_cartesian<double>, Primitive>>;
  for (const Surface* mesh : {&meshes_->a, &meshes_->b}) {
    Tree tree(faces(*mesh).begin(), faces(*mesh).end(), *mesh);
    tree.build();
  }
}

}  // namespace apart::lab
