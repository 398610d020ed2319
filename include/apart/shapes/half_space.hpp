// A half-space: all points on one side of a plane.
#pragma once
#include <apart/base/vec3.hpp>

namespace apart {

// All x with normal · x ≤ offset. A zero normal is everything, or empty if the offset is negative.
struct HalfSpace {
  Vec3d normal{};
  double offset = 0;
};

}  // namespace apart
