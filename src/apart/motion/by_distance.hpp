// Conservative advancement of two whole bodies by their distance, with the motion of one in the frame of the other: for
// half-spaces, which have no size, and in tests for everything.
#pragma once
#include <apart/motion/impact_search.hpp>

namespace apart::motion {

// Over one segment; false when it ended before the segment's end. B has a bounding ball, unless nothing turns.
bool advance_by_distance(const Geometry& a, const MotionSegment& segment, const Geometry& b, ImpactSearch& search);

}  // namespace apart::motion
