// B seen from A, as volume tests need it: the turn, the shift between the two trees' centres, and how far rounding
// may have moved anything.
//
// Every test here may say "overlap" of volumes that are a rounding error apart, never "disjoint" of contents that
// meet. Two kinds of error are covered. The slack, once a query: the rounding of pose and centres to T, of a pose
// that is a rotation only to 1e-6, and of the placed vertices in double. The guard, once a test: the rounding of
// that test's own arithmetic, which is relative to the sizes in it.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/base/rounding.hpp>
#include <concepts>

namespace apart {

// The rounding unit of T: half the distance from 1 to the next number.
template <class T>
inline constexpr T kUnit = std::numeric_limits<T>::epsilon() / 2;

template <class T>
struct Placement {
  Mat3<T> rotation{};
  Mat3<T> size_rotation{};  // its absolute values: what turning does to the sizes of boxes
  Vec3<T> translation{};
  T slack{};
};

// Where a tree keeps its volumes: relative to `centre`, all within `radius` of it.
struct Frame {
  Vec3d centre{};
  double radius = 0;
};

template <class T>
Placement<T> placement(const Frame& a, const Posed& b_in_a, const Frame& b) {
  const Vec3d moved = b_in_a * b.centre;
  const Vec3d shift = moved - a.centre;
  const double reach = length(shift) + a.radius + b.radius;
  const double far = length(a.centre) + length(b.centre) + length(b_in_a.translation) + reach;
  const double slack = 8 * double(kUnit<T>) * reach                      // pose and centres in T
                       + 2 * rigidity_error(b_in_a.rotation) * b.radius  // not quite rigid
                       + 32 * double(kUnit<double>) * far;               // vertices placed in double
  return {cast<T>(b_in_a.rotation), abs(cast<T>(b_in_a.rotation)), cast<T>(shift), round_above<T>(slack)};
}

}  // namespace apart
