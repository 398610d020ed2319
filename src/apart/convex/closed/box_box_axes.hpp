// Overlap and penetration depth of two boxes by the fifteen separating axes, face normals first.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/convex/convex_gap.hpp>
#include <apart/shapes/solids.hpp>

namespace apart::convex {

// To rounding: not proven disjoint. Touching counts. B is at b_in_a in A's frame.
bool boxes_meet(const Box& a, const Pose& b_in_a, const Box& b);

// The distance is the greatest separation of all axes. Negative: minus the penetration depth, exactly, with witness
// points. Positive: a lower bound of their distance, and the status is `at_least`.
struct BoxAxis : ConvexGap {
  int axis = 0;  // 0 … 2: A's; 3 … 5: B's; 6 + 3 i + j: across A's i and B's j

  BoxAxis() { distance = at_least; }
};

// In A's frame.
BoxAxis least_overlap(const Box& a, const Pose& b_in_a, const Box& b);

}  // namespace apart::convex
