// The distance of two triangles, and their nearest points.
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

struct TriangleGap {
  double squared;  // squared distance; 0 exactly if the triangles overlap
  Vec3d on_s, on_t;
};

// Squares below this have lost digits, or all of them: such a distance is only known to be below the root.
inline constexpr double kLeastSquare = 0x1p-960, kLeastDistance = 0x1p-480;

// Degenerate triangles are treated as the segments or points that they are. Only differences of coordinates enter, at
// any scale. If the triangles overlap, both witness points are one common point. A squared distance out of the range of
// a double is infinite, or the least positive double.
TriangleGap distance(const Triangle& s, const Triangle& t);

// With an upper bound to save work: if the squared distance is below the bound, the result is the one without a bound,
// bit for bit; otherwise it is some pair of points, whose squared distance is at least the bound.
TriangleGap distance(const Triangle& s, const Triangle& t, double squared_bound);

}  // namespace apart::triangles
