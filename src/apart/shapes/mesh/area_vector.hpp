// Twice the area of a triangle as a vector along its normal, accurate however narrow the triangle is.
#pragma once
#include <apart/base/quad.hpp>
#include <apart/base/vec3.hpp>

namespace apart {

// Not for sizes whose squares overflow or underflow.
inline Vec3d area_vector(Vec3d a, Vec3d b, Vec3d c) {
  const Vec3d u = b - a, v = c - a, out = cross(u, v);
  if (squared_length(out) > 0.01 * squared_length(u) * squared_length(v)) return out;
  // Nearly parallel sides: the products cancel, and the remainder must not be their rounding error.
  const Quad ux = Quad(b.x) - Quad(a.x), uy = Quad(b.y) - Quad(a.y), uz = Quad(b.z) - Quad(a.z);
  const Quad vx = Quad(c.x) - Quad(a.x), vy = Quad(c.y) - Quad(a.y), vz = Quad(c.z) - Quad(a.z);
  return {static_cast<double>(uy * vz - uz * vy), static_cast<double>(uz * vx - ux * vz),
          static_cast<double>(ux * vy - uy * vx)};
}

}  // namespace apart
