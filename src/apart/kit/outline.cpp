#include <apart/base/normalized.hpp>
#include <apart/kit/outline.hpp>
#include <apart/shapes/hull.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/capsule.hpp>
#include <apart/volumes/kinds/cylinder.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <apart/volumes/kinds/ellipsoid.hpp>
#include <apart/volumes/kinds/hull_volume.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/layered.hpp>
#include <apart/volumes/kinds/lozenge.hpp>
#include <apart/volumes/kinds/sphere.hpp>
#include <apart/volumes/obb.hpp>
#include <map>
#include <numbers>

namespace apart::kit {
namespace {

void add(Outline& out, const Outline& more) { out.insert(out.end(), more.begin(), more.end()); }

// From one angle to another, in quarters of a circle: centre + cos · u + sin · v.
void add_arc(Outline& out, Vec3d centre, Vec3d u, Vec3d v, int from, int to) {
  constexpr int pieces = 6;  // of a quarter
  const auto at = [&](int k) {
    const double angle = 0.5 * std::numbers::pi * double(k) / pieces;
    return centre + std::cos(angle) * u + std::sin(angle) * v;
  };
  for (int k = from * pieces; k < to * pieces; ++k) out.push_back({at(k), at(k + 1)});
}
void add_circle(Outline& out, Vec3d centre, Vec3d u, Vec3d v) { add_arc(out, centre, u, v, 0, 4); }

// The edges of a box with these half sides.
Outline box_lines(Vec3d centre, Vec3d a, Vec3d b, Vec3d c) {
  Outline out;
  const Vec3d sides[3] = {a, b, c};
  for (int k = 0; k < 3; ++k)
    for (int corner = 0; corner < 4; ++corner) {
      const Vec3d at =
          centre + (corner & 1 ? 1.0 : -1.0) * sides[(k + 1) % 3] + (corner & 2 ? 1.0 : -1.0) * sides[(k + 2) % 3];
      out.push_back({at - sides[k], at + sides[k]});
    }
  return out;
}

// A segment or rectangle, along `along`, with a radius across it: two lines and two half circles.
void add_stadium(Outline& out, Vec3d centre, Vec3d along, Vec3d direction, Vec3d across, double radius) {
  const Vec3d side = radius * across;
  for (const double sign : {1.0, -1.0}) {
    out.push_back({centre - along + sign * side, centre + along + sign * side});
    add_arc(out, centre + sign * along, sign * radius * direction, side, -1, 1);
  }
}

// The edges of a convex hull at which its surface has a bend.
Outline hull_lines(std::span<const Vec3d> points) {
  const Hull hull = convex_hull(points);
  Outline out;
  if (hull.dimension == 1) out.push_back({hull.vertices[0], hull.vertices[1]});
  std::map<std::pair<u32, u32>, Vec3d> normals;  // of the face that has this edge in this direction
  const auto& at = hull.vertices;
  for (const Face& f : hull.faces)
    for (std::size_t k = 0; k < 3; ++k)
      normals[{f[k], f[(k + 1) % 3]}] = normalized(cross(at[f[1]] - at[f[0]], at[f[2]] - at[f[0]])).unit;
  for (const auto& [edge, normal] : normals) {
    const auto other = normals.find({edge.second, edge.first});
    if (edge.first < edge.second && (other == normals.end() || dot(normal, other->second) < 1 - 1e-9))
      out.push_back({at[edge.first], at[edge.second]});
  }
  return out;
}

template <class T>
Outline lines(const Sphere<T>& v) {
  Outline out;
  const Vec3d at = cast<double>(v.centre), x{double(v.radius), 0, 0}, y{0, double(v.radius), 0},
              z{0, 0, double(v.radius)};
  add_circle(out, at, x, y), add_circle(out, at, y, z), add_circle(out, at, z, x);
  return out;
}
template <class T>
Outline lines(const Obb<T>& v) {
  const Vec3d half = cast<double>(v.half);
  return box_lines(cast<double>(v.centre), half.x * cast<double>(v.axes.rows[0]), half.y * cast<double>(v.axes.rows[1]),
                   half.z * cast<double>(v.axes.rows[2]));
}
template <class T>
Outline lines(const Aabb<T>& v) {
  const Vec3d half = cast<double>(v.half);
  return box_lines(cast<double>(v.centre), {half.x, 0, 0}, {0, half.y, 0}, {0, 0, half.z});
}
template <class T>
Outline lines(const Dual<T>& v) {
  Outline out = lines(v.box);
  add(out, lines(v.ball));
  return out;
}
template <class T, int K>
Outline lines(const Kdop<T, K>& v) {
  return hull_lines(volumes::solid(v).corners);
}
template <class V>
Outline lines(const Layered<V>& v) {
  Outline out = lines(v.inner);
  add(out, lines(v.ball));
  return out;
}
template <class T>
Outline lines(const CapsuleVolume<T>& v) {
  Outline out;
  const Vec3d at = cast<double>(v.centre), axis = cast<double>(v.axis), along = double(v.half) * axis,
              u = perpendicular(axis), w = cross(axis, u);
  const double radius = double(v.radius);
  for (const double sign : {1.0, -1.0}) add_circle(out, at + sign * along, radius * u, radius * w);
  for (const Vec3d across : {u, w}) add_stadium(out, at, along, axis, across, radius);
  return out;
}
template <class T>
Outline lines(const Lozenge<T>& v) {
  Outline out;
  const Vec3d at = cast<double>(v.centre), x = cast<double>(v.axes[0]), y = cast<double>(v.axes[1]), z = cross(x, y),
              a = double(v.half[0]) * x, b = double(v.half[1]) * y;
  const double radius = double(v.radius);
  for (const double sign : {1.0, -1.0}) {
    add_stadium(out, at + sign * b, a, x, z, radius);  // about each side of the rectangle
    add_stadium(out, at + sign * a, b, y, z, radius);
    out.push_back({at + sign * b - a + sign * radius * y, at + sign * b + a + sign * radius * y});
    out.push_back({at + sign * a - b + sign * radius * x, at + sign * a + b + sign * radius * x});
    for (const double other : {1.0, -1.0})
      add_arc(out, at + sign * a + other * b, sign * radius * x, other * radius * y, 0, 1);
  }
  return out;
}
template <class T>
Outline lines(const CylinderVolume<T>& v) {
  Outline out;
  const Vec3d at = cast<double>(v.centre), axis = cast<double>(v.axis), along = double(v.half) * axis,
              u = double(v.radius) * perpendicular(axis), w = cross(axis, u);
  for (const double sign : {1.0, -1.0}) add_circle(out, at + sign * along, u, w);
  for (const Vec3d side : {u, w, -u, -w}) out.push_back({at - along + side, at + along + side});
  return out;
}
template <class T>
Outline lines(const EllipsoidVolume<T>& v) {
  Outline out;
  Vec3d radii[3];
  for (int k = 0; k < 3; ++k) radii[k] = double(v.radii[k]) * cast<double>(v.axes.rows[k]);
  for (int k = 0; k < 3; ++k) add_circle(out, cast<double>(v.centre), radii[k], radii[(k + 1) % 3]);
  return out;
}
template <class T>
Outline lines(const HullVolume<T>& v) {
  std::vector<Vec3d> points;
  for (const Vec3<T>& p : v.corners) points.push_back(cast<double>(p));
  return hull_lines(points);
}

}  // namespace

template <class V>
Outline outline_of(const V& volume) {
  return is_empty(volume) ? Outline{} : lines(volume);
}

template Outline outline_of(const Obb<float>&);
template Outline outline_of(const Obb<double>&);
template Outline outline_of(const Aabb<float>&);
template Outline outline_of(const Aabb<double>&);
template Outline outline_of(const Sphere<float>&);
template Outline outline_of(const Sphere<double>&);
template Outline outline_of(const Dual<float>&);
template Outline outline_of(const Dual<double>&);
template Outline outline_of(const Kdop<float, 6>&);
template Outline outline_of(const Kdop<double, 6>&);
template Outline outline_of(const Kdop<float, 14>&);
template Outline outline_of(const Kdop<double, 14>&);
template Outline outline_of(const Kdop<float, 18>&);
template Outline outline_of(const Kdop<double, 18>&);
template Outline outline_of(const Kdop<float, 26>&);
template Outline outline_of(const Kdop<double, 26>&);
template Outline outline_of(const Layered<Kdop<float, 18>>&);
template Outline outline_of(const Layered<Kdop<double, 18>>&);
template Outline outline_of(const CapsuleVolume<float>&);
template Outline outline_of(const CapsuleVolume<double>&);
template Outline outline_of(const Lozenge<float>&);
template Outline outline_of(const Lozenge<double>&);
template Outline outline_of(const CylinderVolume<float>&);
template Outline outline_of(const CylinderVolume<double>&);
template Outline outline_of(const EllipsoidVolume<float>&);
template Outline outline_of(const EllipsoidVolume<double>&);
template Outline outline_of(const HullVolume<float>&);
template Outline outline_of(const HullVolume<double>&);

}  // namespace apart::kit
