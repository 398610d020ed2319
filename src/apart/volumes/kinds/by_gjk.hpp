// Tests of two volumes by GJK: in double whatever T is, for the exact volumes that their numbers describe.
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

}  // namespace apart::volumes
