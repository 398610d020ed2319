// The gap between any two cores that have supports, by GJK, and where they overlap by EPA.
#pragma once
#include <apart/convex/core_gap.hpp>

namespace apart::convex {

ConvexGap general_gap(const Core& a, const Pose& b_in_a, const Core& b, const CoreGapOptions& options = {});

// Are they nearer than a reach? Unless it is proven that they are not.
bool general_within(const Core& a, const Pose& b_in_a, const Core& b, double reach, ShapeCache* memory);

}  // namespace apart::convex
