// The axis-aligned bounding box of a set of points, from low to high. Starts empty and grows.
#pragma once
#include <apart/base/vec3.hpp>
#include <limits>

namespace apart {

struct Bounds {
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Vec3d low{kInfinity, kInfinity, kInfinity};
  Vec3d high{-kInfinity, -kInfinity, -kInfinity};

  constexpr bool empty() const { return !(low.x <= high.x); }
  constexpr void add(Vec3d p) { low = lesser(low, p), high = larger(high, p); }
  constexpr void add(const Bounds& b) { low = lesser(low, b.low), high = larger(high, b.high); }
  // Halves first, so that the sum of two huge coordinates does not overflow.
  constexpr Vec3d centre() const { return 0.5 * low + 0.5 * high; }
  constexpr Vec3d size() const { return high - low; }
};

// The axis of the largest coordinate: 0, 1 or 2; the first of equals.
constexpr int longest_axis(Vec3d v) { return v.x >= v.y ? (v.x >= v.z ? 0 : 2) : (v.y >= v.z ? 1 : 2); }

}  // namespace apart
