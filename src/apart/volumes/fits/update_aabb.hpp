// The aligned box of a thing that has moved, four ways (Ericson 2005, sections 4.2.3 to 4.2.6):
//   aabb_of(placed(sphere, pose))   the box of its ball: never changes its size; the quickest and the loosest
//   placed(box, pose)               wraps the turned box (aabb.hpp): quick, loose
//   AabbClimber::at(pose)           tight; a few vertices of the hull are looked at when little has turned
//   aabb_of(points, pose)           tight; every point is looked at
// All hold the points moved in exact arithmetic, and moved in double.
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

// Bounds of what a pose moves, with room for the rounding of moving it: three products and three sums in a row whose
// length is 1 (or nearly) are off by less than 4 units of the point's length and the shift.
inline Bounds moved_bounds(const Bounds& computed, double largest_coordinate, const Pose& pose) {
  const double room = 32 * kUnit<double> * (largest_coordinate + largest(abs(pose.translation)));
  return {computed.low - Vec3d{room, room, room}, computed.high + Vec3d{room, room, room}};
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

// The box by the six extreme vertices of a convex hull, each found by climbing from where it was the last time.
class AabbClimber {
 public:
  // As a HullClimber.
  AabbClimber(std::span<const Vec3d> vertices, const Neighbours& neighbours, double dents = 0);

  Bounds bounds(const Pose& pose);
  template <class T>
  Aabb<T> at(const Pose& pose) {
    const Bounds b = bounds(pose);
    return Aabb<T>::from_min_max(b.low, b.high);
  }

  u64 looked_at() const { return hull_.looked_at(); }

 private:
  HullClimber hull_;
  u32 extreme_[6];  // low and high, for each axis
};

}  // namespace apart::volumes
