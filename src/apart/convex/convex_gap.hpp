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

  // Moves the witness points so that the distance along the normal is between them: what rounding left is shared.
  APART_INLINE void straighten() {
    const Vec3d half = 0.5 * ((on_b - on_a) - distance * normal);
    on_a += half, on_b -= half;
  }
};

// Of sets that have this point in common, where no depth is wanted. The normal is from one middle to the other.
inline ConvexGap meeting_at(Vec3d point, Vec3d towards_b) {
  const Vec3d normal = normalized(towards_b).unit;
  return {0, 0, 0, point, point, normal == Vec3d{} ? Vec3d{1, 0, 0} : normal, Status::exact};
}

}  // namespace apart::convex
