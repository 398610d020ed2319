// Support functions of the convex solids, and of any core.
#pragma once
#include <apart/shapes/shape.hpp>

namespace apart {

// Support points. Of equals any one, but deterministic. A direction may have any length; for zero, any point.
inline Vec3d farthest(const Point& p, Vec3d) { return p.at; }

inline Vec3d farthest(const Segment& s, Vec3d direction) { return dot(direction, s.b - s.a) > 0 ? s.b : s.a; }

// By differences from the first: as accurate far from the origin as near it.
inline Vec3d farthest(const Triangle& t, Vec3d direction) {
  const double b = dot(direction, t.b - t.a), c = dot(direction, t.c - t.a);
  return b > 0 ? (c > b ? t.c : t.b) : (c > 0 ? t.c : t.a);
}

inline Vec3d farthest(const Box& box, Vec3d direction) {
  return {std::copysign(box.size.x / 2, direction.x), std::copysign(box.size.y / 2, direction.y),
          std::copysign(box.size.z / 2, direction.z)};
}

// The rim of a disc about z.
inline Vec3d farthest_on_rim(double radius, double z, Vec3d direction) {
  const double size = larger(std::abs(direction.x), std::abs(direction.y));
  if (!(size > 0)) return {radius, 0, z};
  const double x = direction.x / size, y = direction.y / size, out = radius / std::sqrt(x * x + y * y);
  return {x * out, y * out, z};
}

inline Vec3d farthest(const Cylinder& c, Vec3d direction) {
  return farthest_on_rim(c.radius, std::copysign(c.length / 2, direction.z), direction);
}

inline Vec3d farthest(const Cone& c, Vec3d direction) {
  const Vec3d rim = farthest_on_rim(c.radius, -c.length / 2, direction);
  const double of_rim = direction.x * rim.x + direction.y * rim.y;
  return direction.z * c.length > of_rim ? Vec3d{0, 0, c.length / 2} : rim;
}

inline Vec3d farthest(const Ellipsoid& e, Vec3d direction) {
  const double size = largest(abs(Vec3d{e.radii.x * direction.x, e.radii.y * direction.y, e.radii.z * direction.z}));
  if (!(size > 0)) return {e.radii.x, 0, 0};
  const Vec3d d{e.radii.x * direction.x / size, e.radii.y * direction.y / size, e.radii.z * direction.z / size};
  const Vec3d unit = d / length(d);
  return {e.radii.x * unit.x, e.radii.y * unit.y, e.radii.z * unit.z};
}

inline Vec3d farthest(const TaperedCapsule& c, Vec3d direction) {
  const double size = largest(abs(direction));
  if (!(size > 0)) return {0, 0, c.length / 2};
  const Vec3d even = direction / size, unit = even / length(even);
  const bool at_b = unit.z * c.length > c.radius_a - c.radius_b;
  return (at_b ? c.radius_b : c.radius_a) * unit + Vec3d{0, 0, at_b ? c.length / 2 : -c.length / 2};
}

inline Vec3d farthest(const Polytope& p, Vec3d direction) { return p.vertices()[p.farthest_vertex(direction)]; }

// Of any core; a half-space or a union throws.
inline Vec3d farthest(const Core& core, Vec3d direction) {
  switch (static_cast<CoreKind>(core.index())) {
    case CoreKind::point:
      return farthest(*std::get_if<Point>(&core), direction);
    case CoreKind::segment:
      return farthest(*std::get_if<Segment>(&core), direction);
    case CoreKind::triangle:
      return farthest(*std::get_if<Triangle>(&core), direction);
    case CoreKind::box:
      return farthest(*std::get_if<Box>(&core), direction);
    case CoreKind::cylinder:
      return farthest(*std::get_if<Cylinder>(&core), direction);
    case CoreKind::cone:
      return farthest(*std::get_if<Cone>(&core), direction);
    case CoreKind::ellipsoid:
      return farthest(*std::get_if<Ellipsoid>(&core), direction);
    case CoreKind::tapered_capsule:
      return farthest(*std::get_if<TaperedCapsule>(&core), direction);
    case CoreKind::polytope:
      return farthest(*std::get_if<Polytope>(&core), direction);
    case CoreKind::half_space:
    case CoreKind::compound:
      break;
  }
  fail("a half-space or a union has no farthest point", __FILE__, __LINE__);
}

}  // namespace apart
