// The gaps of points and boxes, in line: they take no longer than the dispatch to a kernel does.
#pragma once
#include <apart/convex/closed/point_gap.hpp>
#include <apart/convex/convex_gap.hpp>

namespace apart::convex {

APART_INLINE double size_of(Vec3d p, Vec3d q) { return larger(largest(abs(p)), largest(abs(q))); }

// Results of closed forms: accurate to the rounding of their input, which is of this size.
APART_INLINE ConvexGap closed_gap(double distance, Vec3d on_a, Vec3d on_b, Vec3d normal, double size) {
  return {distance, distance - rounding_error(size), distance, on_a, on_b, normal, Status::exact};
}

APART_INLINE ConvexGap points_gap(const Point& a, const Pose& b_in_a, const Point& b) {
  const Vec3d at = b_in_a * b.at;
  const auto [unit, distance] = normalized(at - a.at);
  return closed_gap(distance, a.at, at, distance > 0 ? unit : Vec3d{1, 0, 0}, size_of(a.at, at));
}

APART_INLINE ConvexGap point_box_gap(const Point& a, const Pose& b_in_a, const Box& b) {
  const Vec3d p = transposed_times(b_in_a.rotation, a.at - b_in_a.translation);
  const PointGap gap = point_in_box_frame(p, b);
  const double size = size_of(a.at, b_in_a.translation) + size_of(p, gap.point);
  return closed_gap(gap.distance, a.at, b_in_a * gap.point, -b_in_a.rotate(gap.normal), size);
}

// Seen from the box: nothing is turned but the point.
APART_INLINE ConvexGap box_point_gap(const Box& a, const Pose& b_in_a, const Point& b) {
  const Vec3d p = b_in_a * b.at;
  const PointGap gap = point_in_box_frame(p, a);
  const double size = size_of(b.at, b_in_a.translation) + size_of(p, gap.point);
  return closed_gap(gap.distance, gap.point, p, gap.normal, size);
}

}  // namespace apart::convex
