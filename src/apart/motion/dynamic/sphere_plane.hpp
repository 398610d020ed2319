// A moving sphere and a plane (Real-Time Rendering 25.11.1).
#pragma once
#include <apart/motion/dynamic/times.hpp>

namespace apart::motion {

// The plane normal · x = offset; the normal is of length 1.
inline MaybeTimes sphere_plane(Vec3d from, Vec3d by, double radius, Vec3d normal, double offset) {
  const double height = dot(normal, from) - offset, speed = dot(normal, by);
  if (speed == 0) return std::abs(height) <= radius ? within_motion(0, 1) : MaybeTimes();
  const double at_radius = (radius - height) / speed, at_other = (-radius - height) / speed;
  return within_motion(lesser(at_radius, at_other), larger(at_radius, at_other));
}

}  // namespace apart::motion
