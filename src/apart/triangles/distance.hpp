// How far apart are two triangles, and where are they nearest?
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

struct TriangleGap {
  double squared;  // distance; 0 exactly when the triangles overlap
  Vec3d on_s, on_t;
};

// Squares below this have lost digits, or all of them: of such a gap no more is known than that it is below the root.
inline constexpr double kLeastSquare = 0x1p-960, kLeastDistance = 0x1p-480;

// Degenerate triangles are the segments or points they are. Only differences of coordinates enter, at any scale. When
// the triangles overlap, both witnesses are one common point. A squared distance that a double cannot hold is
// infinite, or the least positive double.
TriangleGap distance(const Triangle& s, const Triangle& t);

// Work may be saved: when the squared distance is below the bound, the answer is the one without a bound, bit for bit;
// otherwise it is some pair of points, whose squared distance is no less than the bound.
TriangleGap distance(const Triangle& s, const Triangle& t, double squared_bound);

}  // namespace apart::triangles
