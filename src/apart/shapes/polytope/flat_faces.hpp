// Merges the coplanar triangles of a hull into polygons.
#pragma once
#include <apart/shapes/mesh.hpp>

namespace apart {

// Loops of vertices, each counter-clockwise as seen from outside. `triangles` is the closed surface of a solid that is
// convex up to the tolerance. Triangles are merged if they lie within the tolerance of the plane of the largest of
// them; vertices within a polygon, or within the tolerance of a straight edge of two, are left out of the loops.
// Nothing if that would not leave a solid of polygons that meet edge to edge.
std::vector<std::vector<u32>> flat_faces(std::span<const Vec3d> vertices, std::span<const Face> triangles,
                                         double tolerance);

}  // namespace apart
