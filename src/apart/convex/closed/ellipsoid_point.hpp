// The points of an ellipsoid nearest to and farthest from a given point.
#pragma once
#include <apart/shapes/solids.hpp>

namespace apart::convex {

struct OnEllipsoid {
  Vec3d point{};
  bool inside = false;  // the given point
  Vec3d across{};  // for a degenerate ellipsoid (flat, a segment or a point): a unit vector out of it; zero for others
};
// On the surface; for a degenerate ellipsoid the point itself if it belongs to it.
OnEllipsoid nearest_on_ellipsoid(Vec3d p, const Ellipsoid& ellipsoid);

Vec3d farthest_on_ellipsoid(Vec3d p, const Ellipsoid& ellipsoid);

}  // namespace apart::convex
