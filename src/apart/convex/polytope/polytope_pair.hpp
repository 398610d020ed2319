// Two polytopes of few vertices, for the fast searches: all data at hand, vertices scanned in lanes.
#pragma once
#include <apart/base/normalized.hpp>
#include <apart/base/pose.hpp>
#include <apart/shapes/polytope/vertices_in_lanes.hpp>

namespace apart::convex {

struct PolytopePair {
  const Polytope& a;
  const Polytope& b;
  const Pose& b_in_a;
  Vec3d inside;  // A's centre less B's: a point deep inside of A − B
  double radii;  // of the spheres around the centres, added
  double noise;  // error bounds of a point, and of heights along a direction

  PolytopePair(const Polytope& of_a, const Polytope& of_b, const Pose& pose, Vec3d inside_both, double radii_of_both,
               double noise_of_both)
      : a(of_a), b(of_b), b_in_a(pose), inside(inside_both), radii(radii_of_both), noise(noise_of_both) {}
  APART_INLINE PolytopePair(const Polytope& of_a, const Pose& pose, const Polytope& of_b)
      : a(of_a), b(of_b), b_in_a(pose) {
    // Number by number: what is copied in pairs is read back late.
    const Vec3d &centre = of_a.centre(), middle_a{centre.x, centre.y, centre.z}, middle = pose * of_b.centre();
    inside = middle_a - middle, radii = of_a.radius() + of_b.radius();
    const double size = radii + largest(abs(middle_a)) + largest(abs(middle));
    radii += rounding_error(size), noise = 2 * rounding_error(size);
  }
  APART_INLINE double size() const {
    return noise / (2 * rounding_error(1));
  }  // of the coordinates: exactly, by a power of two
};

// Corners of A − B by the indices of their vertices.
struct PolytopeSimplex {
  u32 of_a[4]{}, of_b[4]{};
  int count = 0;
};

// Few enough vertices to be scanned, and of a size whose eighth powers neither overflow nor underflow?
inline bool is_quick(const PolytopePair& pair) {
  constexpr std::size_t kEights = 16;
  return vertices_in_lanes(pair.a).size() <= kEights && vertices_in_lanes(pair.b).size() <= kEights &&
         pair.radii > 1e-30 && pair.radii < 1e30 && pair.noise < 1e-6 * pair.radii;
}

// The volumes of the tetrahedra of the origin and the faces: without the first corner, and so on. All are of one sign
// if the origin is inside.
struct TetrahedronParts {
  double volumes[4];

  APART_INLINE TetrahedronParts(Vec3d v0, Vec3d v1, Vec3d v2, Vec3d v3) {
    const Vec3d c = cross(v3, v0);
    volumes[0] = dot(v1, cross(v2, v3)), volumes[1] = -dot(v2, c);
    volumes[2] = dot(v1, c), volumes[3] = -dot(v0, cross(v1, v2));
  }
  // Error bound of the volumes of four corners, none farther from another than twice the radii.
  APART_INLINE bool around_origin(double noise, double radii) const {
    const double clear = 16 * noise * radii * radii, sign = volumes[0] < 0 ? -1 : 1;
    return (sign * volumes[0] > clear) & (sign * volumes[1] > clear) & (sign * volumes[2] > clear) &
           (sign * volumes[3] > clear);
  }
};

}  // namespace apart::convex
