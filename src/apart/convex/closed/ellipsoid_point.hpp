// Which point of an ellipsoid is nearest to a given point, and which is farthest from it?
#pragma once
#include <apart/shapes/solids.hpp>

namespace apart::convex {

struct OnEllipsoid {
  Vec3d point{};
  bool inside = false;  // the given point
  Vec3d across{};  // of an ellipsoid that is flat, straight or a point: a way out of it, of length 1; zero of others
};
// Of the surface; of what has no inside, the point itself where it belongs to it.
OnEllipsoid nearest_on_ellipsoid(Vec3d p, const Ellipsoid& ellipsoid);

Vec3d farthest_on_ellipsoid(Vec3d p, const Ellipsoid& ellipsoid);

}  // namespace apart::convex
