// The gap of two polytopes of few vertices by the fast searches alone, with as little around them as possible: it takes
// some hundred nanoseconds.
#pragma once
#include <apart/convex/gjk/gjk.hpp>
#include <apart/convex/shape_cache.hpp>

namespace apart::convex {

// False: they are no such polytopes, or nothing is proven, and `out` is of no use. Without `depth`, the distance of
// those that overlap is 0; what is beyond the reach has a lower bound.
bool quick_gap(const Core& a, const Pose& b_in_a, const Core& b, double reach, bool depth, ShapeCache* memory,
               GjkResult& out);

}  // namespace apart::convex
