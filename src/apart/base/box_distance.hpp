// How far apart two axis-aligned boxes are: along each axis, and a lower bound of their distance.
#pragma once
#include <apart/base/normalized.hpp>

namespace apart {

// Along each axis from one to the other; negative where they overlap.
inline Vec3d axis_gaps(const Bounds& a, const Bounds& b) { return larger(a.low - b.high, b.low - a.high); }

// Not larger than the distance of any two points of the boxes, however the arithmetic rounds: three differences, their
// length at any scale and the last product lose at most 6.5 roundings of the result, and 8 are taken off. 0 where the
// boxes meet; always finite.
inline double distance_at_least(const Bounds& a, const Bounds& b) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  const Vec3d gap = larger(axis_gaps(a, b), Vec3d{});
  if (!(largest(gap) <= kLargest)) return kLargest;
  return lesser(normalized(gap).length * (1 - 4 * std::numeric_limits<double>::epsilon()), kLargest);
}

}  // namespace apart
