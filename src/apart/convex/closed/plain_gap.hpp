// The gaps of points and boxes, in line: they take no longer than the dispatch to a kernel does.
#pragma once
#include <apart/convex/closed/point_gap.hpp>
#include <apart/convex/convex_gap.hpp>
#include <bit>

namespace apart::convex {

// Two kinds as one number, to be switched over.
constexpr int kind_pair(CoreKind a, CoreKind b) { return kCoreKinds * static_cast<int>(a) + static_cast<int>(b); }
APART_INLINE int kind_pair(const Core& a, const Core& b) {
  return kind_pair(static_cast<CoreKind>(a.index()), static_cast<CoreKind>(b.index()));
}

APART_INLINE double size_of(Vec3d p, Vec3d q) { return larger(largest(abs(p)), largest(abs(q))); }

// A ball's centre usually is the origin, which nothing need be multiplied by. A negative zero only costs time.
APART_INLINE bool is_origin(const Vec3d& p) {
  const auto bits = [](double x) { return std::bit_cast<u64>(x); };
  return (bits(p.x) | bits(p.y) | bits(p.z)) == 0;
}
// Number by number: a vector would be copied through memory.
APART_INLINE Vec3d placed_origin(const Pose& pose) {
  return {pose.translation.x, pose.translation.y, pose.translation.z};
}
APART_INLINE Vec3d placed_point(const Pose& pose, const Point& point) {
  return is_origin(point.at) ? placed_origin(pose) : pose * point.at;
}
// The point of a core that is one. Where it is known to be the origin, the compiler is to know it too.
template <bool kAtOrigin = false>
APART_INLINE Point point_of(const Core& core) {
  if constexpr (kAtOrigin)
    return {};
  else
    return *std::get_if<Point>(&core);
}
APART_INLINE Vec3d point_seen_from(const Pose& pose, const Point& point) {
  return transposed_times(pose.rotation, point.at - pose.translation);
}

APART_INLINE ConvexGap points_gap(const Point& a, const Pose& b_in_a, const Point& b) {
  const Vec3d at = placed_point(b_in_a, b);
  const auto [unit, distance] = quickly_normalized(at - a.at);
  return closed_gap(distance, a.at, at, distance > 0 ? unit : Vec3d{1, 0, 0}, size_of(a.at, at));
}

APART_INLINE ConvexGap point_box_gap(const Point& a, const Pose& b_in_a, const Box& b) {
  const Vec3d p = point_seen_from(b_in_a, a);
  const PointGap gap = point_in_box_frame(p, b);
  const double size = size_of(a.at, b_in_a.translation) + size_of(p, gap.point);
  return closed_gap(gap.distance, a.at, b_in_a * gap.point, -b_in_a.rotate(gap.normal), size);
}

// Seen from the box: nothing is turned but the point.
APART_INLINE ConvexGap box_point_gap(const Box& a, const Pose& b_in_a, const Point& b) {
  const Vec3d p = placed_point(b_in_a, b);
  const PointGap gap = point_in_box_frame(p, a);
  const double size = size_of(b.at, b_in_a.translation) + size_of(p, gap.point);
  return closed_gap(gap.distance, gap.point, p, gap.normal, size);
}

APART_INLINE Verdict points_verdict(const Point& a, const Pose& b_in_a, const Point& b, double reach) {
  const Vec3d at = placed_point(b_in_a, b), far = abs(a.at) + abs(at);
  return squared_verdict(squared_length(at - a.at), reach, (far.x + far.y) + (far.z + reach));
}

// `p` is the point in the box's frame, of either sign; `far` are its coordinates as they were given.
APART_INLINE Verdict point_in_box_verdict(const Vec3d& p, const Vec3d& far, const Box& box, double reach) {
  const Vec3d half = 0.5 * box.size;
  return squared_verdict(squared_length(larger(abs(p) - half, Vec3d{})), reach,
                         (far.x + far.y + far.z) + ((half.x + half.y) + (half.z + reach)));
}

// Are two of these nearer than a reach? `unsure` for all other kinds, and where the gap decides.
template <bool kAtOrigin = false>
APART_INLINE Verdict plain_verdict(const Core& a, const Pose& b_in_a, const Core& b, double reach) {
  switch (kind_pair(a, b)) {
    case kind_pair(CoreKind::point, CoreKind::point):
      if constexpr (kAtOrigin) return centres_verdict(placed_origin(b_in_a), reach);
      return points_verdict(point_of<kAtOrigin>(a), b_in_a, point_of<kAtOrigin>(b), reach);
    case kind_pair(CoreKind::point, CoreKind::box): {
      const Box& box = *std::get_if<Box>(&b);
      const Vec3d at = placed_origin(b_in_a), far = abs(at);
      if constexpr (kAtOrigin) return point_in_box_verdict(transposed_times(b_in_a.rotation, at), far, box, reach);
      const Point point = point_of(a);
      return point_in_box_verdict(point_seen_from(b_in_a, point), abs(point.at) + far, box, reach);
    }
    case kind_pair(CoreKind::box, CoreKind::point): {
      const Box& box = *std::get_if<Box>(&a);
      const Vec3d at = placed_origin(b_in_a), far = abs(at);
      if constexpr (kAtOrigin) return point_in_box_verdict(at, far, box, reach);
      const Point point = point_of(b);
      return point_in_box_verdict(placed_point(b_in_a, point), abs(point.at) + far, box, reach);
    }
    default:
      return Verdict::unsure;
  }
}

}  // namespace apart::convex
