// The maximum distance between points of two triangles.
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

struct TriangleSpan {
  double squared;    // infinite only where a double cannot represent it
  Vec3d on_s, on_t;  // always vertices: distance is convex
};

TriangleSpan span(const Triangle& s, const Triangle& t);

}  // namespace apart::triangles
