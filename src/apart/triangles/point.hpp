// Which point of a triangle is nearest to a given point?
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

// The part of a triangle on which a point lies.
enum class TriangleFeature { a, b, c, ab, bc, ca, face };

struct TrianglePoint {
  double squared;  // distance
  Vec3d point;
  TriangleFeature feature;
};

// Right for degenerate triangles too, at every scale and far from the origin.
TrianglePoint closest_on_triangle(Vec3d p, const Triangle& t);

}  // namespace apart::triangles
