// CGAL: first_intersection of its AABB tree, exact predicates and inexact constructions.
#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>

#include "lab/bench/ray/rival.hpp"

namespace apart::lab {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_face_graph_triangle_primitive<Surface>>>;

}  // namespace

FirstHits cgal_first_hits(const Mesh& mesh) {
  const auto surface = std::make_shared<Surface>();
  for (Vec3d v : mesh.vertices()) surface->add_vertex({v.x, v.y, v.z});
  for (const Face& f : mesh.faces())
    surface->add_face(Surface::Vertex_index(f[0]), Surface::Vertex_index(f[1]), Surface::Vertex_index(f[2]));
  const auto tree = std::make_shared<Tree>(faces(*surface).first, faces(*surface).second, *surface);
  tree->build();
  return [surface, tree](Rays rays, std::span<double> t) {
    for (std::size_t i = 0; i < rays.size(); ++i) {
      const Vec3d o = rays[i].origin, d = rays[i].direction;
      const auto hit = tree->first_intersection(Kernel::Ray_3({o.x, o.y, o.z}, Kernel::Vector_3(d.x, d.y, d.z)));
      t[i] = kRayInfinity;
      if (!hit) continue;
      const auto* point = boost::get<Kernel::Point_3>(&hit->first);
      if (!point) continue;  // a segment: the ray runs along a face
      t[i] = dot(Vec3d{point->x(), point->y(), point->z()} - o, d) / squared_length(d);
    }
  };
}

}  // namespace apart::lab
