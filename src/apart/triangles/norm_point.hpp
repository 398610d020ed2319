// The point of a triangle nearest to a given point in the 1- or ∞-norm.
#pragma once
#include <apart/base/norm.hpp>
#include <apart/shapes/triangle.hpp>
#include <limits>

namespace apart::triangles {

struct NormPoint {
  double at_least;  // proven up to rounding: the largest separation along an axis
  double distance;  // of the point; equal to rounding
  Vec3d point;      // of equally near ones, the middle of some
};

// Valid for degenerate triangles too. What is proven to be farther than `limit` is left at that: `distance` is then
// infinite.
NormPoint closest_in_norm(Vec3d p, const Triangle& t, Norm norm,
                          double limit = std::numeric_limits<double>::infinity());

}  // namespace apart::triangles
