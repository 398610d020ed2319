// The axis-aligned box of a moved body, four ways (Ericson 2005, sections 4.2.3 to 4.2.6):
//   aabb_of(placed(sphere, pose))   the box of its bounding sphere: of constant size; the fastest and the loosest
//   placed(box, pose)               wraps the rotated box (aabb.hpp): fast, loose
//   AabbClimber::at(pose)           tight; visits a few vertices of the hull if the rotation has changed little
//   aabb_of(points, pose)           tight; visits every point
// All contain the points as moved in exact arithmetic, and as moved in double.
#pragma once
#include <apart/volumes/fits/hull_climber.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/sphere.hpp>

namespace apart::volumes {

template <class T>
Aabb<T> aabb_of(const Sphere<T>& v) {
  if (is_empty(v)) return Aabb<T>::nothing();
  return {v.centre, {v.radius, v.radius, v.radius}};
}

// Bounds of moved points, with a margin for the rounding of the transform: three products and three sums with a row
// whose length is 1 (or nearly) have an error below 4 units of the point's length and the translation.
inline Bounds moved_bounds(const Bounds& computed, double largest_coordinate, const Pose& pose) {
  const double error = 32 * kUnit<double> * (largest_coordinate + largest(abs(pose.translation)));
  return {computed.low - Vec3d{error, error, error}, computed.high + Vec3d{error, error, error}};
}

template <class T>
Aabb<T> aabb_of(std::span<const Vec3d> points, const Pose& pose) {
  if (points.empty()) return Aabb<T>::nothing();
  Bounds bounds;
  double far = 0;
  for (Vec3d p : points) bounds.add(pose * p), far = larger(far, largest(abs(p)));
  bounds = moved_bounds(bounds, far, pose);
  return Aabb<T>::from_min_max(bounds.low, bounds.high);
}

// The box from the six support vertices of a convex hull, each found by hill climbing from the last one.
class AabbClimber {
 public:
  // As for HullClimber.
  AabbClimber(std::span<const Vec3d> vertices, const Neighbours& neighbours, double dents = 0);

  Bounds bounds(const Pose& pose);
  template <class T>
  Aabb<T> at(const Pose& pose) {
    const Bounds b = bounds(pose);
    return Aabb<T>::from_min_max(b.low, b.high);
  }

  u64 visited() const { return hull_.visited(); }

 private:
  HullClimber hull_;
  u32 extreme_[6];  // low and high, for each axis
};

}  // namespace apart::volumes
