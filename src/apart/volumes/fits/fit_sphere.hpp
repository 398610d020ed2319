// Bounding spheres, from fast and loose to slow and minimal (Ericson 2005, section 4.3). Each method computes a centre
// in double; the radius is then measured from it, outward, so each contains its points whatever rounding did. The box's
// centre, the fastest of all, is Fit<Sphere<T>>.
#pragma once
#include <apart/volumes/kinds/sphere.hpp>
#include <vector>

namespace apart::volumes {

// Starts with the ball on the two most distant of the points that touch the box's sides, and grows over each point left
// outside (Ritter).
Vec3d ritter_middle(std::span<const Vec3d> points);
// The same from the two extreme points along the direction of greatest spread.
Vec3d spread_middle(std::span<const Vec3d> points);
// Ritter's ball, shrunk and grown again over the points in another order, several times; returns the best.
Vec3d refined_middle(std::span<const Vec3d> points, int rounds = 8, u64 seed = 1);
// That of the least ball: exact up to rounding, which affects the radius in its last digits only.
Vec3d minimum_middle(std::span<const Vec3d> points);
Vec3d minimum_middle(std::span<const Sphere<double>> balls);

template <class T>
Sphere<T> ritter_sphere(std::span<const Vec3d> points) {
  return points.empty() ? Sphere<T>::nothing() : sphere_about<T>(ritter_middle(points), points);
}
template <class T>
Sphere<T> spread_sphere(std::span<const Vec3d> points) {
  return points.empty() ? Sphere<T>::nothing() : sphere_about<T>(spread_middle(points), points);
}
template <class T>
Sphere<T> refined_sphere(std::span<const Vec3d> points, int rounds = 8, u64 seed = 1) {
  return points.empty() ? Sphere<T>::nothing() : sphere_about<T>(refined_middle(points, rounds, seed), points);
}
template <class T>
Sphere<T> minimum_sphere(std::span<const Vec3d> points) {
  return points.empty() ? Sphere<T>::nothing() : sphere_about<T>(minimum_middle(points), points);
}

// The least ball that contains balls; empty ones are ignored.
template <class T>
Sphere<T> minimum_sphere(std::span<const Sphere<T>> balls) {
  std::vector<Sphere<double>> held;
  for (const Sphere<T>& b : balls)
    if (!is_empty(b)) held.push_back({cast<double>(b.centre), double(b.radius)});
  if (held.empty()) return Sphere<T>::nothing();
  const Vec3<T> centre = cast<T>(minimum_middle(held));
  double reach = 0;
  for (const Sphere<double>& b : held) reach = larger(reach, length(b.centre - cast<double>(centre)) + b.radius);
  return {centre, round_above<T>(reach * (1 + 8 * kUnit<double>))};
}

}  // namespace apart::volumes
