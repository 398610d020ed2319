// What every algorithm reports of two convex sets: the gap between them with its bounds, or only a verdict.
#pragma once
#include <apart/base/normalized.hpp>
#include <apart/base/status.hpp>
#include <limits>

namespace apart::convex {

// The outcome of a test that may be inconclusive; `apart` and `meet` are proven.
enum class Verdict : unsigned char { apart, meet, unsure };

struct ConvexGap {
  // Signed: of sets that overlap, minus the penetration depth.
  double distance = std::numeric_limits<double>::infinity();
  double at_least = -std::numeric_limits<double>::infinity();  // proven bounds of it
  double at_most = std::numeric_limits<double>::infinity();
  Vec3d on_a{}, on_b{};  // witness points: on_b − on_a = distance · normal
  Vec3d normal{};        // of length 1, from A to B: to move B along it by the depth separates them
  Status status = Status::unfinished;

  // To rounding: not proven apart. Touching counts.
  bool meet() const { return !(at_least > 0); }

  // Of sets that have this point in common, where no depth is wanted. The normal is from one middle to the other.
  // Writes the members one by one: a temporary of all would be read back before its stores have retired.
  APART_INLINE void meet_at(Vec3d point, Vec3d towards_b) {
    distance = at_least = at_most = 0;
    on_a = on_b = point;
    normal = normalized(towards_b).unit;
    if (normal == Vec3d{}) normal = {1, 0, 0};
    status = Status::exact;
  }

  // Moves the witness points so that the distance along the normal is between them: what rounding left is shared.
  APART_INLINE void straighten() {
    const Vec3d half = 0.5 * ((on_b - on_a) - distance * normal);
    on_a += half, on_b -= half;
  }
};

// Results of closed forms: accurate to the rounding of their input, which is of this size.
APART_INLINE ConvexGap closed_gap(double distance, Vec3d on_a, Vec3d on_b, Vec3d normal, double size) {
  return {distance, distance - rounding_error(size), distance, on_a, on_b, normal, Status::exact};
}

// Of the origin and a point: the centres of balls.
APART_INLINE ConvexGap centres_gap(Vec3d at) {
  const auto [unit, distance] = quickly_normalized(at);
  return closed_gap(distance, {}, at, distance > 0 ? unit : Vec3d{1, 0, 0}, largest(abs(at)));
}

// Is a squared distance beyond a reach? Without a root; `size` is of what it was computed from, and where rounding
// could decide, as the gap does.
APART_INLINE Verdict squared_verdict(double squared, double reach, double size) {
  if (!(size > 1e-100 && size < 1e100)) return Verdict::unsure;  // squares would underflow or overflow
  const double slack = 0x1p-44 * size, near = reach - slack, far = reach + slack;
  if (squared > far * far) return Verdict::apart;
  return near > 0 && squared < near * near ? Verdict::meet : Verdict::unsure;
}

// Of the origin and a point.
APART_INLINE Verdict centres_verdict(Vec3d at, double reach) {
  const Vec3d far = abs(at);
  return squared_verdict(squared_length(at), reach, (far.x + far.y) + (far.z + reach));
}

}  // namespace apart::convex
