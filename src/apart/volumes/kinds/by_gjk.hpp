// Overlap and distance of volumes that have a support function, by GJK: in double whatever T is, for the exact volumes
// that their numbers describe.
#pragma once
#include <apart/convex/gjk/gjk.hpp>
#include <apart/volumes/volume.hpp>

namespace apart::volumes {

template <class T, Support A, Support B>
GjkResult gjk(const A& a, const Placement<T>& at, const B& b, const GjkOptions& options = {}) {
  return gjk(a, PlacedSupport{Pose{cast<double>(at.rotation), cast<double>(at.translation)}, b},
             cast<double>(at.translation), options);
}

// A lower bound of their distance beyond a slack; negative if unknown. Distances above `reach` are not measured.
template <class T, Support A, Support B>
double separation_by_gjk(const A& a, const Placement<T>& at, const B& b, double slack,
                         double reach = std::numeric_limits<double>::infinity()) {
  return gjk(a, at, b, {.reach = reach + slack, .tolerance = 1e-6}).at_least - slack;
}

// The distance itself, to rounding.
template <class T, Support A, Support B>
T exact_gap_by_gjk(const A& a, const Placement<T>& at, const B& b) {
  return rounded<T>(gjk(a, at, b).distance);
}

// Of such a volume:
//   support(v)              its support function
//   needed_gap(a, at, b)    how far apart the volumes must be before the contents are for certain
template <class V>
concept GjkVolume = requires(const V v, const Placement<typename V::Scalar> at) {
  { support(v) } -> Support;
  { needed_gap(v, at, v) } -> std::same_as<double>;
};

template <GjkVolume V>
bool overlap(const V& a, const Placement<typename V::Scalar>& at, const V& b) {
  if (is_empty(a) || is_empty(b)) return false;
  return !(separation_by_gjk(support(a), at, support(b), needed_gap(a, at, b), 0) > 0);
}

template <GjkVolume V>
typename V::Scalar gap(const V& a, const Placement<typename V::Scalar>& at, const V& b) {
  using T = typename V::Scalar;
  if (is_empty(a) || is_empty(b)) return kEverything<T>;
  return round_below<T>(larger(separation_by_gjk(support(a), at, support(b), needed_gap(a, at, b)), 0.0));
}

template <GjkVolume V>
typename V::Scalar exact_gap(const V& a, const Placement<typename V::Scalar>& at, const V& b) {
  return is_empty(a) || is_empty(b) ? kEverything<typename V::Scalar> : exact_gap_by_gjk(support(a), at, support(b));
}

}  // namespace apart::volumes
