// The offset of a point from its nearest point of a triangle, accurate also where it is far shorter than the triangle.
#pragma once
#include <apart/triangles/point.hpp>

namespace apart::triangles {

struct PointOffset {
  double distance;  // to a few roundings of itself
  Vec3d normal;   // of length 1, from the triangle to the point; on a triangle its own normal, zero if it is degenerate
  Vec3d point;    // nearest of the triangle
  Vec3d weights;  // its barycentric coordinates
};

// The feature is that of closest_on_triangle().
PointOffset offset_from(Vec3d p, const Triangle& t, TriangleFeature feature);

}  // namespace apart::triangles
