// The distance of two segments, and their nearest points.
#pragma once
#include <apart/base/vec3.hpp>

namespace apart::triangles {

struct SegmentGap {
  double squared;     // squared distance
  Vec3d on_p, on_q;   // the nearest points
  double at_p, at_q;  // their parameters: 0 at the start of the segment, 1 at its end
};

// From p0 p1 to q0 q1. Segments may be degenerate, parallel, crossing, far from the origin. If several pairs are
// nearest, one of them. Accurate at every scale; squared is 0 or infinite only where a double cannot represent it.
SegmentGap segment_gap(Vec3d p0, Vec3d p1, Vec3d q0, Vec3d q1);

// The point of segment ab nearest to p.
struct SegmentPoint {
  double squared;
  Vec3d point;
  double at;
};
SegmentPoint closest_on_segment(Vec3d p, Vec3d a, Vec3d b);

}  // namespace apart::triangles
