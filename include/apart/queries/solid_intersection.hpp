// The solid that two closed meshes have in common: their Boolean intersection, its volume and its surface area.
#pragma once
#include <apart/base/status.hpp>
#include <apart/hierarchy/model.hpp>

namespace apart {

struct SolidIntersection {
  Mesh solid{};                      // its surface, closed and facing outward; empty if no volume is shared
  double volume = 0, area = 0;       // of the solid and of its surface
  double at_least = 0, at_most = 0;  // proven bounds of the volume
  // exact: to rounding. within_error: a connected part of a mesh intersects itself, so that what it encloses twice may
  // count twice, or the result did not pass its own checks: then only the bounds are certain.
  Status status = Status::exact;
};

// In A's frame, or in the world's when two world poses are given. Both must be closed: UsageError otherwise. Faces that
// coincide count once; faces back to back bound nothing. Connected parts of one mesh that overlap are one solid. One
// that faces inward is reversed.
SolidIntersection solid_intersection(const Model& a, const Pose& b_in_a, const Model& b);
SolidIntersection solid_intersection(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world);
inline SolidIntersection solid_intersection(const Model& a, const Model& b) { return solid_intersection(a, Pose{}, b); }

}  // namespace apart
