#include <apart/convex/core_corners.hpp>
#include <apart/queries/contacts/corner_mesh.hpp>
#include <apart/shapes/hull.hpp>

namespace apart::queries {

bool has_corners_alone(const Core& core) {
  return std::holds_alternative<Point>(core) || std::holds_alternative<Segment>(core) ||
         std::holds_alternative<Triangle>(core) || std::holds_alternative<Box>(core) ||
         std::holds_alternative<Polytope>(core);
}

Mesh mesh_of_corners(const Core& core) {
  const CoreCorners corners(core);
  const Hull hull = convex_hull(corners.all);
  if (hull.dimension == 3) return hull.surface();
  if (hull.dimension < 2) return Mesh::make(hull.vertices, {{0, hull.dimension == 1 ? 1u : 0u, 0}}).value();
  std::vector<Face> fan;  // one side: it has no inside
  for (u32 k = 2; k < hull.vertices.size(); ++k) fan.push_back({0, k - 1, k});
  return Mesh::make(hull.vertices, std::move(fan)).value();
}

}  // namespace apart::queries
