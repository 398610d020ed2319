// An axis-parallel ray and a triangle: exact, and never degenerate.
//
// The origin is perturbed symbolically, by an infinitesimal step ε along the axis after the ray's and ε² along the one
// after that (simulation of simplicity): every line that the ray touches then passes on one side of it, and of the
// triangles around an edge or a vertex it crosses just those that a nearby ray crosses.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <apart/triangles/exact/orient.hpp>

namespace apart::triangles {

struct AxisRay {
  Vec3d origin;
  int axis;
  int way;  // +1: upwards, −1: downwards

  // The axes after the ray's, in the order that preserves orientation.
  int first() const { return axis == 2 ? 0 : axis + 1; }
  int second() const { return axis == 0 ? 2 : axis - 1; }

  // The side of the line a b on which the perturbed origin lies, seen against the axis: +1 if a, b and the origin are
  // counter-clockwise. 0 only where a and b coincide in this view. `plain` is that of the origin itself.
  int side(int plain, Vec3d a, Vec3d b) const {
    if (plain != 0) return plain;
    const int i = first(), j = second();
    if (a[j] != b[j]) return a[j] > b[j] ? 1 : -1;
    return b[i] > a[i] ? 1 : b[i] < a[i] ? -1 : 0;
  }
};

struct AxisCrossing {
  int sign = 0;           // +1 where the ray leaves through the front of the triangle, −1 where it enters; 0: neither
  bool contains = false;  // the origin itself lies on the closed triangle; then the sign is 0
};

AxisCrossing crossing(const AxisRay& ray, const Triangle& t);

}  // namespace apart::triangles
