// The point of a triangle nearest to a given point.
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

struct TrianglePoint {
  double squared;  // squared distance
  Vec3d point;
  TriangleFeature feature;
};

// Valid for degenerate triangles too, at every scale and far from the origin.
TrianglePoint closest_on_triangle(Vec3d p, const Triangle& t);

}  // namespace apart::triangles
