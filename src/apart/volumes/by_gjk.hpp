// What GJK says of two volumes: in double whatever T is, about the volumes as their numbers describe them.
#pragma once
#include <apart/convex/gjk.hpp>
#include <apart/volumes/volume.hpp>

namespace apart {

template <class T, Support A, Support B>
GjkResult gjk(const A& a, const Placement<T>& at, const B& b, const GjkOptions& options = {}) {
  return gjk(a, PlacedSupport{Posed{cast<double>(at.rotation), cast<double>(at.translation)}, b},
             cast<double>(at.translation), options);
}

// The distance itself, to rounding.
template <class T, Support A, Support B>
T exact_gap_by_gjk(const A& a, const Placement<T>& at, const B& b) {
  return rounded<T>(gjk(a, at, b).distance);
}

}  // namespace apart
