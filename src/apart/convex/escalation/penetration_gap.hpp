// How deep two cores lie in each other, and where they touch once moved apart.
#pragma once
#include <apart/convex/escalation/placed_cores.hpp>
#include <apart/convex/gjk/epa.hpp>
#include <optional>

namespace apart::convex {

// Curved surfaces are approached step by step; this is near enough to be called exact.
inline double tolerance_of(const PlacedCores& pair) { return pair.curved ? 1e-11 : 1e-14; }

// EPA from a simplex around the origin. What it does not prove is left to all axes, and curved cores are moved apart to
// see where they touch.
ConvexGap penetration_gap(const PlacedCores& pair, const GjkSimplex& start);

// All separating axes, where GJK or EPA did not come to an end. Nothing for curved cores.
std::optional<ConvexGap> gap_by_all_axes(const PlacedCores& pair);

}  // namespace apart::convex
