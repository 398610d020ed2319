// How long one moving box and its siblings of another tree stay apart: dynamic separating axes, with the rotations
// bounded, for up to eight siblings at once.
#pragma once
#include <apart/volumes/obb_siblings.hpp>

namespace apart::motion {

// In the siblings' frame, all in A's units and per unit of time; every number is rounded to the safe side.
struct BoxMotion {
  Vec3f velocity;   // of the box's centre, less that of the siblings' body at its origin
  Vec3f spin;       // of the siblings' body
  float spin_size;  // at least |spin|
  float turning;    // how much faster than its centre the box may close a gap, and the rounding of all velocities
  float bend;       // of all accelerations together
  float less;       // by which gaps are narrowed: a clearance
};

struct BoxTimes {
  // times[k]: the content of sibling k and that of the box keep the clearance for at least this long; all eight numbers
  // are written. All lane widths give the same bits.
  void (*of)(const SeenObb& box, const BoxMotion& motion, const Obb<float>* siblings, u32 count, float* times);
};
const BoxTimes& box_times();  // of lane_width()

}  // namespace apart::motion
