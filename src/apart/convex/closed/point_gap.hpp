// Signed distance of a point from a core, and the nearest surface point. Closed forms, and Newton's method for the
// ellipsoid.
#pragma once
#include <apart/base/normalized.hpp>
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

// The point of a box with these half sizes that is nearest to a point, in its frame.
APART_INLINE Vec3d clamped(Vec3d p, Vec3d half) { return lesser(larger(p, -half), half); }

// As of a Box, in line.
APART_INLINE PointGap point_in_box_frame(Vec3d p, const Box& core) {
  const Vec3d half = 0.5 * core.size, at = abs(p) - half;
  if (largest(at) > 0) {
    const Vec3d nearest = clamped(p, half);
    const auto [unit, distance] = quickly_normalized(p - nearest);
    return {distance, nearest, unit};
  }
  // To the nearest side, the first of those that are as near.
  const Vec3d sign{p.x < 0 ? -1.0 : 1.0, p.y < 0 ? -1.0 : 1.0, p.z < 0 ? -1.0 : 1.0};
  const bool z = at.z > larger(at.x, at.y), y = !z && at.y > at.x, x = !z && !y;
  return {x   ? at.x
          : y ? at.y
              : at.z,
          {x ? sign.x * half.x : p.x, y ? sign.y * half.y : p.y, z ? sign.z * half.z : p.z},
          {x ? sign.x : 0, y ? sign.y : 0, z ? sign.z : 0}};
}

// For any core but a union.
PointGap point_gap(Vec3d p, const Core& core);

}  // namespace apart::convex
