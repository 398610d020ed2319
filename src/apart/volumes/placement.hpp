// The placement of B relative to A for volume tests: the rotation, the shift between the two trees' centres, and error
// bounds.
//
// Every test is conservative: it may report "overlap" for volumes that are a rounding error apart, never "disjoint" for
// contents that meet. Two kinds of error are covered. The slack, once per query: the rounding of pose and centres to T,
// of a pose that is a rotation only to 1e-6, and of the placed vertices in double. The guard, once per test: the
// rounding of that test's own arithmetic, which is relative to the sizes in it.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/base/pose.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/base/rounding.hpp>
#include <concepts>

namespace apart::volumes {

// The unit roundoff of T, or of T's lanes: half the distance from 1 to the next number.
template <class T>
inline constexpr typename LanesOf<T>::Number kUnit = std::numeric_limits<typename LanesOf<T>::Number>::epsilon() / 2;

// The result type of comparing two T: a bool, or one for each lane.
template <class T>
using MaskOf = decltype(std::declval<T>() < std::declval<T>());

// A constant of type T: the same in every lane.
template <class T>
constexpr T number(double x) {
  return T(static_cast<typename LanesOf<T>::Number>(x));
}

template <class T>
struct Placement {
  Mat3<T> rotation{};
  Mat3<T> size_rotation{};  // its absolute values: the effect of the rotation on half sizes
  Vec3<T> translation{};
  T slack{};
};

// The frame of a tree's volumes: relative to `centre`, all within `radius` of it.
struct Frame {
  Vec3d centre{};
  double radius = 0;
};

// A length is the root of three squares, each of which underflow may change by the least positive number.
template <class T>
inline constexpr double kLostInSquares = std::is_same_v<typename LanesOf<T>::Number, float> ? 1e-22 : 1e-160;

template <class T>
Placement<T> placement(const Frame& a, const Pose& b_in_a, const Frame& b) {
  const Vec3d moved = b_in_a * b.centre;
  const Vec3d shift = moved - a.centre;
  const double reach = length(shift) + a.radius + b.radius;
  const double far = length(a.centre) + length(b.centre) + length(b_in_a.translation) + reach;
  const double slack = 8 * double(kUnit<T>) * reach                      // pose and centres in T
                       + 2 * rigidity_error(b_in_a.rotation) * b.radius  // not quite rigid
                       + 32 * double(kUnit<double>) * far                // vertices placed in double
                       + kLostInSquares<T>;
  return {cast<T>(b_in_a.rotation), abs(cast<T>(b_in_a.rotation)), cast<T>(shift), round_above<T>(slack)};
}

// The placement type for tests of V: volumes that cannot rotate precompute more, once for all pairs.
template <class V>
struct PlacementOf {
  using Type = Placement<typename V::Scalar>;
};
template <class V>
using PlacementFor = typename PlacementOf<V>::Type;

template <class V>
PlacementFor<V> placement_for(const Frame& a, const Pose& b_in_a, const Frame& b) {
  return placement<typename V::Scalar>(a, b_in_a, b);
}

// Two volumes that are given in one frame, with the slack of a placement: volumes that cannot rotate have faster tests.
template <class T>
struct OneFrame {
  T slack{};
};

// The same placement in every lane.
template <class P, class T>
Placement<P> in_lanes(const Placement<T>& at) {
  const auto vec = [](Vec3<T> v) { return Vec3<P>{P(v.x), P(v.y), P(v.z)}; };
  const auto mat = [&](const Mat3<T>& m) { return Mat3<P>{{vec(m.rows[0]), vec(m.rows[1]), vec(m.rows[2])}}; };
  return {mat(at.rotation), mat(at.size_rotation), vec(at.translation), P(at.slack)};
}

}  // namespace apart::volumes
