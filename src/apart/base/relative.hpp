// Two world poses as one: where B stands in A's frame.
#pragma once
#include <apart/base/pose.hpp>

namespace apart {

// A pose that is not rigid is the caller's mistake; poses from outside are checked when they are made.
inline void check_rigid(const Posed& pose) {
  APART_ASSERT(rigidity_error(pose.rotation) <= 2 * Posed::kRigidTolerance && is_finite(pose.translation),
               "a query was given a pose that is not rigid or not finite");
}

// Equal turns cancel exactly, so that models placed together keep touching exactly.
inline Posed relative(const Posed& a, const Posed& b) {
  if (a.rotation == b.rotation) return Posed::shift(transposed_times(a.rotation, b.translation - a.translation));
  return {transposed(a.rotation) * b.rotation, transposed_times(a.rotation, b.translation - a.translation)};
}

}  // namespace apart
