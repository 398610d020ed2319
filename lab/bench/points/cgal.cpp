// CGAL: the AABB tree's closest point, and the side of a closed mesh. In doubles, with exact predicates.
#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Side_of_triangle_mesh.h>
#include <CGAL/Surface_mesh.h>
#include <memory>

#include "lab/bench/points/rivals.hpp"

namespace apart::lab {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
using Primitive = CGAL::AABB_face_graph_triangle_primitive<Surface>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

struct Cgal {
  Surface surface;
  Tree tree;
  std::unique_ptr<CGAL::Side_of_triangle_mesh<Surface, Kernel>> side;

  explicit Cgal(const Mesh& mesh) {
    for (const Vec3d v : mesh.vertices()) surface.add_vertex({v.x, v.y, v.z});
    using Index = Surface::Vertex_index;
    for (const Face& f : mesh.faces()) surface.add_face(Index(f[0]), Index(f[1]), Index(f[2]));
    tree.insert(faces(surface).begin(), faces(surface).end(), surface);
    tree.build();
    tree.accelerate_distance_queries();
    side = std::make_unique<CGAL::Side_of_triangle_mesh<Surface, Kernel>>(tree);
  }
};

}  // namespace

PointRival cgal_points(const Mesh& mesh) {
  const auto cgal = std::make_shared<Cgal>(mesh);
  PointRival out;
  out.closest = [cgal](std::span<const Vec3d> points, std::span<double> distances) {
    for (std::size_t i = 0; i < points.size(); ++i)
      distances[i] = std::sqrt(cgal->tree.squared_distance({points[i].x, points[i].y, points[i].z}));
  };
  out.inside = [cgal](std::span<const Vec3d> points, std::span<char> inside) {
    for (std::size_t i = 0; i < points.size(); ++i)
      inside[i] = (*cgal->side)({points[i].x, points[i].y, points[i].z}) != CGAL::ON_UNBOUNDED_SIDE;
  };
  return out;
}

}  // namespace apart::lab
