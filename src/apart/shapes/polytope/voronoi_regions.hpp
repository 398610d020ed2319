// The Voronoi regions of a polytope's features: which points are nearest to a face, an edge or a vertex of it? Each
// region is bounded by planes, one for every pair of adjacent features: between a face and its edge, and between an
// edge and its end.
#pragma once
#include <apart/shapes/polytope.hpp>

namespace apart {

inline Vec3d start_of(const Polytope& p, u32 half) { return p.vertices()[p.half_edges()[half].vertex]; }
inline Vec3d end_of(const Polytope& p, u32 half) { return start_of(p, p.half_edges()[half].next); }
inline Vec3d along(const Polytope& p, u32 half) { return end_of(p, half) - start_of(p, half); }

// Signed heights above the planes, not divided by the edge's length: signs matter, and they are differences of points,
// so that they are as accurate far from the origin as near it.

// Above a face's plane, in true length.
inline double above_face(const Polytope& p, u32 face, Vec3d point) {
  const Polytope::Face& side = p.faces()[face];
  return dot(side.plane.normal, point - start_of(p, side.first_edge));
}

// Between a face and one of its edges: the plane through the edge, perpendicular to the face. Times the edge's length;
// 0 or more on the face's side. The region of a face is where this holds for all its edges and the point is above it.
inline double inside_edge(const Polytope& p, u32 half, Vec3d point) {
  const Vec3d normal = p.faces()[p.half_edges()[half].face].plane.normal;
  return dot(cross(normal, along(p, half)), point - start_of(p, half));
}

// Between an edge and the vertex at its start: the plane through the vertex, perpendicular to the edge. Times the
// edge's length; 0 or more on the edge's side. The region of an edge is where this holds for both its halves and
// inside_edge is 0 or less for both; that of a vertex is where it is 0 or less for all edges that start there.
inline double past_start(const Polytope& p, u32 half, Vec3d point) {
  return dot(along(p, half), point - start_of(p, half));
}

// Calls f for each half-edge that starts at a vertex, in order, until it returns false; returns whether none did. Valid
// for edges without faces and for points without edges.
template <class F>
bool for_each_edge_from(const Polytope& p, u32 vertex, F f) {
  const u32 first = p.edge_from(vertex);
  for (u32 half = first; half != Polytope::kNone;) {
    if (!f(half)) return false;
    half = p.half_edges()[p.half_edges()[half].twin].next;
    if (half == first) break;
  }
  return true;
}

// Is a point in a feature's region, up to `slack`, a length? Points inside a solid are in no region.
inline bool in_face_region(const Polytope& p, u32 face, Vec3d point, double slack = 0) {
  if (above_face(p, face, point) < -slack) return false;
  const Polytope::Face& side = p.faces()[face];
  for (u32 half = side.first_edge; half < side.first_edge + side.edge_count; ++half)
    if (inside_edge(p, half, point) < -slack * length(along(p, half))) return false;
  return true;
}
inline bool in_edge_region(const Polytope& p, u32 half, Vec3d point, double slack = 0) {
  const double scaled = slack * length(along(p, half));
  const u32 twin = p.half_edges()[half].twin;
  if (past_start(p, half, point) < -scaled || past_start(p, twin, point) < -scaled) return false;
  if (p.half_edges()[half].face == Polytope::kNone) return true;
  return inside_edge(p, half, point) <= scaled && inside_edge(p, twin, point) <= scaled;
}
inline bool in_vertex_region(const Polytope& p, u32 vertex, Vec3d point, double slack = 0) {
  return for_each_edge_from(p, vertex,
                            [&](u32 half) { return past_start(p, half, point) <= slack * length(along(p, half)); });
}

}  // namespace apart
