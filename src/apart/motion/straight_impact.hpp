// The first contact of two convex shapes that move straight: a ray cast against their Minkowski difference.
#pragma once
#include <apart/motion/impact.hpp>
#include <apart/motion/moving_pair.hpp>

namespace apart::motion {

// Does neither turn, and are both paths straight?
bool is_straight(const MotionSegment& segment);

// Of two shapes that are neither unions nor half-spaces. Nothing if it cannot tell: in contact at first, or a pair on
// which the search does not converge.
std::optional<Impact> straight_impact(const Shape& a, const MotionSegment& segment, const Shape& b,
                                      const ImpactOptions& options);

}  // namespace apart::motion
