// How boxes lie: their extent, their mean and largest sizes, and the axis along which their centres spread most.
#pragma once
#include <apart/base/bounds.hpp>
#include <span>

namespace apart::broad {

struct Spread {
  Bounds all;  // finite
  Vec3d mean_size{}, largest_size{};
  int axis = 0;  // of the largest variance
};
Spread spread_of(std::span<const Bounds> boxes);

// Unbounded boxes end here: the differences of two such coordinates are still finite.
constexpr double kFarthestBound = 1e300;
inline Vec3d within_range(Vec3d p) {
  return larger(Vec3d{-kFarthestBound, -kFarthestBound, -kFarthestBound},
                lesser(p, Vec3d{kFarthestBound, kFarthestBound, kFarthestBound}));
}
inline Bounds within_range(const Bounds& box) { return {within_range(box.low), within_range(box.high)}; }

}  // namespace apart::broad
