// Classifies two triangles by their positions relative to each other's planes: the common start of overlap and meeting.
#pragma once
#include <apart/triangles/exact/corner_signs.hpp>

namespace apart::triangles {

struct TriangleSides {
  enum class Kind {
    apart,     // one lies strictly on one side of the other's plane
    crossing,  // two non-degenerate triangles in two planes; each reaches the line common to both planes
    flat       // coplanar, or one is degenerate
  } kind;

  // If crossing: corners of s and of t, permuted such that each one's vertex a has the other two beyond (or on) the
  // other's plane, and is on its positive side. Seen along cross(normal of s, normal of t), the common line then
  // intersects
  //   s from edge ab to edge ac, and t from edge ac to edge ab.
  struct Order {
    int a, b, c;

    Triangle of(const CornerSigns& corners) const { return {corners[a], corners[b], corners[c]}; }
  } s, t;
  bool s_by_a, t_by_a;  // the line touches the triangle in its vertex a only
};

TriangleSides classify(CornerSigns& corners);

}  // namespace apart::triangles
