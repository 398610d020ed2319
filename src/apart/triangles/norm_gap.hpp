// The distance of two triangles in the 1- or ∞-norm, and their farthest corners.
#pragma once
#include <apart/triangles/norm_point.hpp>

namespace apart::triangles {

struct NormGap {
  double at_least;  // proven up to rounding
  double distance;  // of the points; equal to rounding. 0 if the triangles touch
  Vec3d on_s, on_t;
};

// What is proven to be farther than `limit` is left at that: `distance` is then infinite.
NormGap gap_in_norm(const Triangle& s, const Triangle& t, Norm norm,
                    double limit = std::numeric_limits<double>::infinity());

struct NormSpan {
  double distance;
  Vec3d on_s, on_t;
};
NormSpan span_in_norm(const Triangle& s, const Triangle& t, Norm norm);

}  // namespace apart::triangles
