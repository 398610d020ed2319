// Orientation predicates, exact for every finite input: +1, 0 or −1. A floating-point filter decides if the determinant
// exceeds its error bound; otherwise exact integers decide.
#pragma once
#include <apart/base/both.hpp>
#include <apart/base/quad.hpp>
#include <apart/base/vec3.hpp>
#include <optional>

namespace apart::triangles {

namespace exact_sign {
int orient3d(Vec3d a, Vec3d b, Vec3d c, Vec3d d);
int orient2d(Vec3d a, Vec3d b, Vec3d c, int axis);
}  // namespace exact_sign

// The filter for orient3d. Let m hold, for each axis, the largest |difference| that enters. Each of the 6 products in
// the determinant incurs 8 roundings (3 differences, 2 products, 3 sums), so the rounding error is below 6 · 8 · ε ·
// m.x m.y m.z, ε = 2^-53, up to terms of order ε²; we take 50. Underflow adds at most 2^-1074 times (m.x + m.y + m.z +
// 2), which the spare 2ε covers if each of m is at least 2^-300. Up to 2^300 nothing overflows.
struct Orient3dBound {
  bool valid;
  double error;

  APART_BOTH explicit Orient3dBound(Vec3d m)
      : valid(lesser(lesser(m.x, m.y), m.z) >= 0x1p-300 && largest(m) <= 0x1p300),
        error(50 * 0x1p-53 * m.x * m.y * m.z) {}
};

// orient3d by doubles, if these are sure.
inline std::optional<int> plain_orient3d(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
  const Vec3d u = b - a, v = c - a, w = d - a;
  const double det = dot(cross(u, v), w);
  const Vec3d m = larger(larger(abs(u), abs(v)), abs(w));
  const Orient3dBound bound(m);
  if (bound.valid) {
    if (det > bound.error) return 1;
    if (det < -bound.error) return -1;
  } else if (m.x == 0 || m.y == 0 || m.z == 0) {
    return 0;
  }
  return std::nullopt;
}

// The sign of dot(cross(b − a, c − a), d − a): +1 if d lies on the side to which the normal of a, b, c
// (counter-clockwise seen from there) points; 0 if the four are coplanar.
inline int orient3d(Vec3d a, Vec3d b, Vec3d c, Vec3d d) {
  const std::optional<int> plain = plain_orient3d(a, b, c, d);
  return plain ? *plain : exact_sign::orient3d(a, b, c, d);
}

// The sign of one component of cross(b − a, c − a): the orientation of a, b, c projected along that axis, +1 if
// counter-clockwise with the axis pointing at the viewer.
inline int orient2d(Vec3d a, Vec3d b, Vec3d c, int axis) {
  const int i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis - 1;
  const double ui = b[i] - a[i], uj = b[j] - a[j], vi = c[i] - a[i], vj = c[j] - a[j];
  const double det = ui * vj - uj * vi;
  const double mi = larger(std::abs(ui), std::abs(vi)), mj = larger(std::abs(uj), std::abs(vj));
  if (mi == 0 || mj == 0) return 0;
  // 2 products, 4 roundings each: 8ε. Underflow adds less than 2^-1073, far below the spare 2ε · 2^-900.
  if (lesser(mi, mj) >= 0x1p-450 && larger(mi, mj) <= 0x1p450) {
    const double error = 10 * 0x1p-53 * mi * mj;
    if (det > error) return 1;
    if (det < -error) return -1;
  }
  return exact_sign::orient2d(a, b, c, axis);
}

// Are the three collinear (or coincident)?
inline bool collinear(Vec3d a, Vec3d b, Vec3d c) {
  return orient2d(a, b, c, 0) == 0 && orient2d(a, b, c, 1) == 0 && orient2d(a, b, c, 2) == 0;
}

// The parameter on pq, 0 at p and 1 at q, of its intersection with the plane of a, b, c. Accurate to a few roundings in
// Quad for every finite input where p and q are not strictly on one side and not both in the plane.
Quad crossing(Vec3d p, Vec3d q, Vec3d a, Vec3d b, Vec3d c);

// The same in the plane, projected along an axis: the intersection of pq with the line of a, b.
Quad crossing(Vec3d p, Vec3d q, Vec3d a, Vec3d b, int axis);

// cross(b − a, c − a), each component accurate to a rounding or two if representable as a double: zero exactly if the
// three are collinear.
Vec3d exact_area_vector(Vec3d a, Vec3d b, Vec3d c);

}  // namespace apart::triangles
