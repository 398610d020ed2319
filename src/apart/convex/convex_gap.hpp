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

}  // namespace apart::convex
