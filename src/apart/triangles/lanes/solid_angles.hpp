// Sums of solid angles in SIMD lanes. Half of a solid angle is the argument of a complex number, so a sum is the
// argument of a product, and no arc tangent is computed but the last. Four products in four lanes, for every width of
// the machine.
#pragma once
#include <apart/triangles/axis_ray.hpp>
#include <span>

namespace apart::triangles {

// Four products, each turned by half a turn as often as its real part became negative.
struct AngleSum {
  double re[4] = {1, 1, 1, 1}, im[4] = {}, half_turns[4] = {};

  double total() const;  // in radians
};

// Four directed edges.
struct EdgeBlock {
  double a[3][4], b[3][4];
};

constexpr u32 kMostAngles = 512;  // in one call

// Both write the numbers of those that rounding may get wrong, which are left out of the sum, and return how many.
struct SolidAngles {
  // Half the solid angles, seen from the ray's origin, of the triangles with these edges and the apex opposite to where
  // the ray goes to infinity: up to kMostAngles edges.
  u32 (*fan)(const AxisRay& ray, const EdgeBlock* blocks, u32 edges, AngleSum& sum, u32* doubtful);
  // Of triangles.
  u32 (*triangles)(Vec3d origin, const Triangle* triangles, u32 count, AngleSum& sum, u32* doubtful);
};
const SolidAngles& solid_angles();  // of lane_width()

// For those that are left out: the same of one, with exact signs. An edge or a triangle that contains the origin counts
// as nothing.
double half_fan_angle(const AxisRay& ray, Vec3d a, Vec3d b);
struct HalfSolidAngle {
  double angle = 0;
  bool contains = false;
};
HalfSolidAngle half_solid_angle(Vec3d origin, const Triangle& t);

}  // namespace apart::triangles
