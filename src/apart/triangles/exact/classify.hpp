// How do two triangles lie to each other's planes? The common start of overlap and meeting.
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

struct TriangleSides {
  enum class Kind {
    apart,     // one lies strictly on one side of the other's plane
    crossing,  // two proper triangles in two planes; each reaches the line common to both planes
    flat       // one plane, or a degenerate triangle
  } kind;

  // When crossing: the same triangles, turned so that each one's vertex a has the other two beyond (or on) the other's
  // plane, and faces its positive side. Seen along cross(normal of s, normal of t), the common line then meets
  //   s from edge ab to edge ac, and t from edge ac to edge ab.
  Triangle s, t;
  bool s_by_a, t_by_a;  // the line meets the triangle in its vertex a alone
};

TriangleSides placement(const Triangle& s, const Triangle& t);

}  // namespace apart::triangles
