// Two moving spheres, whose radii may change too (Real-Time Rendering 25.11.2): by the relative motion, a ray and a
// sphere of both radii; if the radii change, a ray and a tapered capsule.
#pragma once
#include <apart/motion/dynamic/times.hpp>

namespace apart::motion {

// B is `apart` from A at first and moves by `by` relative to it.
inline MaybeTimes sphere_sphere(Vec3d apart_at_first, Vec3d by, double radii) {
  return times_below_zero(squared_length(by), dot(apart_at_first, by), squared_length(apart_at_first) - radii * radii);
}

// The sum of the radii grows by `growth`, or shrinks; it must not become negative.
inline MaybeTimes growing_spheres(Vec3d apart_at_first, Vec3d by, double radii, double growth) {
  const double a = squared_length(by) - growth * growth, b = dot(apart_at_first, by) - radii * growth,
               c = squared_length(apart_at_first) - radii * radii;
  if (a >= 0) return times_below_zero(a, b, c);
  // The radii change faster than the centres part: in contact on one side of one root. In contact at first, growing
  // spheres stay so.
  if (growth > 0 ? c <= 0 : c > 0) return growth > 0 ? within_motion(0, 1) : MaybeTimes();
  const double square = larger(b * b - a * c, 0.0), root = std::sqrt(square), q = b > 0 ? -(b + root) : root - b;
  const double first = q / a, second = q != 0 ? c / q : first;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return growth > 0 ? within_motion(larger(first, second), infinity) : within_motion(0, lesser(first, second));
}

}  // namespace apart::motion
