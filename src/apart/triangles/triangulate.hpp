// Triangulation of plane regions with holes, for regions whose corners are rounded.
#pragma once
#include <apart/shapes/mesh.hpp>

namespace apart::triangles {

using DirectedEdge = std::array<u32, 2>;  // indices of points

// Appends triangles that cover the region to the left of the edges, seen against the normal. As many edges must end at
// a point as begin there; opposite ones cancel. Whatever the coordinates, the triangles together are bounded by exactly
// these edges, so that surfaces stay closed. Edges that pass a point by no more than the tolerance meet it; where edges
// cross by rounding nevertheless, triangles may overlap.
void triangulate(std::span<const Vec3d> points, std::vector<DirectedEdge> edges, Vec3d normal, double tolerance,
                 std::vector<Face>& out);

}  // namespace apart::triangles
