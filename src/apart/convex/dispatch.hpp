// Which algorithm computes the gap or the span of which two kinds of cores. A table with a hole does not compile.
#pragma once
#include <apart/shapes/shape.hpp>

namespace apart::convex {

enum class GapMethod : unsigned char {
  none,         // a hole in the table
  points,       // closed forms …
  segments,     // … of two segments, or of a point and a segment
  point,        // of a point and anything
  triangles,    // two triangles, or a segment and a triangle
  segment_box,  // Newton's method along the segment, six axes where they overlap
  boxes,        // Newton's method where they are apart, fifteen axes where they overlap
  half_space,   // the support of the other across the plane
  half_spaces,  // parallel, or they meet
  escalation,   // from bounding spheres to GJK in 113 bits, and EPA where cores overlap
  pieces,       // each piece of a union by itself
};

enum class SpanMethod : unsigned char {
  none,          // a hole in the table
  corners,       // all pairs of corners
  corner_curve,  // each corner, and the point of the curved core that is farthest from it
  rims,          // by branch and bound along the rims of one, with what of the other is farthest
  ellipsoids,    // by branch and bound over one of them
  balls,         // each ball of a tapered capsule, and the point of the other that is farthest from its centre
  unbounded,     // infinite
  pieces,        // each piece of a union by itself
};

template <class Method>
struct CorePairTable {
  Method rows[kCoreKinds][kCoreKinds];  // the upper half; the lower is its mirror image

  constexpr Method operator()(CoreKind a, CoreKind b) const {
    return rows[static_cast<int>(a < b ? a : b)][static_cast<int>(a < b ? b : a)];
  }
  constexpr bool has_no_hole() const {
    for (int i = 0; i < kCoreKinds; ++i)
      for (int j = i; j < kCoreKinds; ++j)
        if (rows[i][j] == Method::none) return false;
    return true;
  }
};

// Columns: point, segment, triangle, box, cylinder, cone, ellipsoid, polytope, tapered capsule, half-space, compound.
inline constexpr CorePairTable<GapMethod> gap_method = [] {
  using enum GapMethod;
  return CorePairTable<GapMethod>{{
      {points, segments, point, point, point, point, point, point, point, half_space, pieces},
      {none, segments, triangles, segment_box, escalation, escalation, escalation, escalation, escalation, half_space,
       pieces},
      {none, none, triangles, escalation, escalation, escalation, escalation, escalation, escalation, half_space,
       pieces},
      {none, none, none, boxes, escalation, escalation, escalation, escalation, escalation, half_space, pieces},
      {none, none, none, none, escalation, escalation, escalation, escalation, escalation, half_space, pieces},
      {none, none, none, none, none, escalation, escalation, escalation, escalation, half_space, pieces},
      {none, none, none, none, none, none, escalation, escalation, escalation, half_space, pieces},
      {none, none, none, none, none, none, none, escalation, escalation, half_space, pieces},
      {none, none, none, none, none, none, none, none, escalation, half_space, pieces},
      {none, none, none, none, none, none, none, none, none, half_spaces, pieces},
      {none, none, none, none, none, none, none, none, none, none, pieces},
  }};
}();
inline constexpr CorePairTable<SpanMethod> span_method = [] {
  using enum SpanMethod;
  return CorePairTable<SpanMethod>{{
      {corners, corners, corners, corners, corner_curve, corner_curve, corner_curve, corners, balls, unbounded, pieces},
      {none, corners, corners, corners, corner_curve, corner_curve, corner_curve, corners, balls, unbounded, pieces},
      {none, none, corners, corners, corner_curve, corner_curve, corner_curve, corners, balls, unbounded, pieces},
      {none, none, none, corners, corner_curve, corner_curve, corner_curve, corners, balls, unbounded, pieces},
      {none, none, none, none, rims, rims, rims, corner_curve, balls, unbounded, pieces},
      {none, none, none, none, none, rims, rims, corner_curve, balls, unbounded, pieces},
      {none, none, none, none, none, none, ellipsoids, corner_curve, balls, unbounded, pieces},
      {none, none, none, none, none, none, none, corners, balls, unbounded, pieces},
      {none, none, none, none, none, none, none, none, balls, unbounded, pieces},
      {none, none, none, none, none, none, none, none, none, unbounded, pieces},
      {none, none, none, none, none, none, none, none, none, none, pieces},
  }};
}();
static_assert(gap_method.has_no_hole() && span_method.has_no_hole(), "a pair of cores has no algorithm");

}  // namespace apart::convex
