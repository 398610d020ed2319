// Do two polytopes meet? Quickly, or not at all: by portals (Snethen's Minkowski portal refinement), with signs only.
// From a point deep inside of A − B a ray goes to the origin, and a triangle of corners that it passes through is moved
// outward until a plane parts the polytopes, or the origin is on the near side of the triangle.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/shapes/polytope.hpp>

namespace apart {

// What is looked at: two polytopes, one of them at a pose, and how large all of it is.
struct PortalPair {
  const Polytope& a;
  const Polytope& b;
  const Posed& b_in_a;
  Vec3d inside;  // A's centre less B's
  double radii;  // of the balls around the centres, added
  double noise;  // what rounding may do to a point
};

enum class Portal : unsigned char { apart, meet, unsure };

struct PortalResult {
  Portal found = Portal::unsure;
  Vec3d direction{};  // apart: from A to B, of any length; a plane across it is between them
  // meet: these corners and both centres make a tetrahedron around the origin, with these weights (the centres' first).
  u32 of_a[3]{}, of_b[3]{};
  double weights[4]{};
  int steps = 0;
};

// Is the origin clearly inside a tetrahedron? Its volumes with the origin, the first without the first corner, and so
// on: all of one sign then.
struct TetrahedronParts {
  double volumes[4];

  APART_INLINE TetrahedronParts(Vec3d v0, Vec3d v1, Vec3d v2, Vec3d v3) {
    const Vec3d c = cross(v3, v0);
    volumes[0] = dot(v1, cross(v2, v3)), volumes[1] = -dot(v2, c);
    volumes[2] = dot(v1, c), volumes[3] = -dot(v0, cross(v1, v2));
  }
  // No corner is longer than twice the radii; what rounding does to four of them, and then to the volumes.
  APART_INLINE bool around_origin(double noise, double radii) const {
    const double clear = 16 * noise * radii * radii, sign = volumes[0] < 0 ? -1 : 1;
    return (sign * volumes[0] > clear) & (sign * volumes[1] > clear) & (sign * volumes[2] > clear) &
           (sign * volumes[3] > clear);
  }
};

// Only where it is proven beyond all rounding; otherwise `unsure`, as of all that is thin, touches nearly, or is larger
// or smaller than 1e±30. The same with every lane width.
PortalResult look_through_portal(const PortalPair& pair);

// Is this a pair to look at: few enough vertices to be scanned?
inline bool has_portal(const Polytope& a, const Polytope& b) {
  constexpr std::size_t kEights = 16;
  return a.in_lanes().size() <= kEights && b.in_lanes().size() <= kEights;
}

}  // namespace apart
