// Signed distance of a point from a core, and the nearest surface point. Closed forms, and Newton's method for the
// ellipsoid.
#pragma once
#include <apart/shapes/shape.hpp>

namespace apart::convex {

struct PointGap {
  double distance;  // negative inside
  Vec3d point;      // of the surface
  Vec3d normal;     // unit vector, outward: p = point + distance · normal. Of equals any one
};

PointGap point_gap(Vec3d p, const Point& core);
PointGap point_gap(Vec3d p, const Segment& core);
PointGap point_gap(Vec3d p, const Triangle& core);
PointGap point_gap(Vec3d p, const Box& core);
PointGap point_gap(Vec3d p, const Cylinder& core);
PointGap point_gap(Vec3d p, const Cone& core);
PointGap point_gap(Vec3d p, const Ellipsoid& core);
PointGap point_gap(Vec3d p, const TaperedCapsule& core);
PointGap point_gap(Vec3d p, const HalfSpace& core);

// For any core but a union.
PointGap point_gap(Vec3d p, const Core& core);

}  // namespace apart::convex
