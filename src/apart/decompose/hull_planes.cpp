// Planes in floats, moved outward by what rounding may cost.
#define APART_LANES_OF_MACHINE any_machine
#include <apart/base/rounding.hpp>
#include <apart/decompose/hull_planes_kernel.hpp>

namespace apart::decomposition {

extern const HullPlaneTests kHullPlaneTestsAvx2;
namespace {

const HullPlaneTests kHullPlaneTests{first_beyond_box, beyond_of_point};
constexpr PerLaneWidth<const HullPlaneTests*> kTests{&kHullPlaneTests, &kHullPlaneTests,
                                                     APART_AVX2(&kHullPlaneTestsAvx2)};

}  // namespace

// A point p of the model is within R, the frame's radius, of its centre, and u = 2^-24. In floats the rounding of p, of
// a normal of length 1, of three products and two sums changes dot(normal, p) by less than 9 u R; for a box, with its
// reach of up to 2 R, by less than 32 u R. In doubles the two differences from the centre cost less than the units of
// the centre and of R.
HullPlanes::HullPlanes(const hierarchy::Frame& frame)
    : tests_(kTests.of_machine()),
      centre_(frame.centre),
      room_(64 * 0x1p-24 * frame.radius + 32 * 0x1p-53 * (largest(abs(frame.centre)) + 2 * frame.radius)) {}

HullPlanes::Plane HullPlanes::plane(Vec3d at, Vec3d normal, double error) const {
  // To the nearest float, with room for that.
  const double through = apart::dot(normal, at - centre_),
               off = (1 + 0x1p-23) * (room_ + error) + 0x1p-23 * std::abs(through);
  constexpr float kFar = std::numeric_limits<float>::infinity();
  if (!(std::abs(through) + off < 1e30)) return {{}, kFar, -kFar};  // also if it is not a number
  return {{rounded<float>(normal.x), rounded<float>(normal.y), rounded<float>(normal.z)},
          rounded<float>(through + off),
          rounded<float>(through - off)};
}

void HullPlanes::add(const Plane& plane) {
  EightPlanes& eight = eights_[count_ / 8];
  const u32 lane = count_++ % 8;
  if (lane == 0) {
    eight = {};
    for (float& offset : eight.offset) offset = std::numeric_limits<float>::infinity();
  }
  eight.x[lane] = plane.normal.x, eight.y[lane] = plane.normal.y, eight.z[lane] = plane.normal.z;
  eight.offset[lane] = plane.beyond;
}

}  // namespace apart::decomposition
