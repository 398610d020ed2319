// Planes in floats, moved outward by what rounding may cost.
#include <apart/decompose/hull_planes.hpp>

namespace apart::decomposition {

// A point p of the model is within R, the frame's radius, of its centre, and u = 2^-24. In floats the rounding of p, of
// a normal of length 1, of three products and two sums changes dot(normal, p) by less than 9 u R; for a box, with its
// reach of up to 2 R, by less than 32 u R. In doubles the two differences from the centre cost less than the units of
// the centre and of R.
HullPlanes::HullPlanes(const hierarchy::Frame& frame)
    : centre_(frame.centre),
      room_(64 * 0x1p-24 * frame.radius + 32 * 0x1p-53 * (largest(abs(frame.centre)) + 2 * frame.radius)) {}

void HullPlanes::add(Vec3d at, Vec3d normal, double error) {
  Eight& eight = eights_[count_ / 8];
  const int lane = static_cast<int>(count_ % 8);
  if (lane == 0) eight = {{}, {}, {}, Numbers(std::numeric_limits<float>::infinity())};
  ++count_;
  const double offset = apart::dot(normal, at - centre_) + (room_ + error);
  if (!(std::abs(offset) < 1e30)) return;  // also if it is not a number
  eight.x.set(lane, static_cast<float>(normal.x));
  eight.y.set(lane, static_cast<float>(normal.y));
  eight.z.set(lane, static_cast<float>(normal.z));
  eight.offset.set(lane, float_above(offset));
}

}  // namespace apart::decomposition
