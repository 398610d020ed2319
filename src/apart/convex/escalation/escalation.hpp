// The gap of any two cores that have support functions, by algorithms from fast to careful. Each reports only what it
// can prove and leaves the rest to the next.
#pragma once
#include <apart/convex/core_gap.hpp>

namespace apart::convex {

ConvexGap escalated_gap(const Core& a, const Pose& b_in_a, const Core& b, const CoreGapOptions& options = {});

// Are they nearer than a reach? Unless it is proven that they are not.
bool escalated_within(const Core& a, const Pose& b_in_a, const Core& b, double reach, ShapeCache* memory);

}  // namespace apart::convex
