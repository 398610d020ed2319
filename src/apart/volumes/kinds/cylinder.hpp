// A cylinder with flat ends. Tested by GJK, one pair at a time: the nearest points of two rims have no closed form, so
// there are no packs of it.
#pragma once
#include <apart/volumes/kinds/sphere.hpp>
#include <apart/volumes/obb.hpp>

namespace apart::volumes {

template <class T>
struct CylinderVolume {
  using Scalar = T;
  Vec3<T> centre{}, axis{T(0), T(0), T(1)};  // of length 1, to rounding
  T half{}, radius{};                        // half the length

  static CylinderVolume nothing() { return {{}, {T(0), T(0), T(1)}, kNothing<T>, kNothing<T>}; }
};

template <class T>
bool is_empty(const CylinderVolume<T>& v) {
  return v.radius < 0;
}

struct CylinderSupport {
  Vec3d centre{}, axis{};
  double half = 0, radius = 0;

  Vec3d operator()(Vec3d direction) const {
    const double along = dot(direction, axis);
    Vec3d across = direction - along * axis;
    across -= dot(across, axis) * axis;  // perpendicular to the axis even for a short remainder
    const double l = length(across);
    const Vec3d end = centre + (along < 0 ? -half : half) * axis;
    return l > 0 ? end + (radius / l) * across : end;
  }
};
template <class T>
CylinderSupport support(const CylinderVolume<T>& v) {
  const Vec3d axis = cast<double>(v.axis);
  return {cast<double>(v.centre), axis / length(axis), double(v.half), double(v.radius)};
}

// A point in coordinates along and across the axis.
struct AboutAxis {
  double along;
  Vec3d across;
};
template <class T>
AboutAxis about_axis(const CylinderVolume<T>& v, Vec3d p) {
  const Vec3d d = p - cast<double>(v.centre), axis = cast<double>(v.axis);
  const double along = dot(d, axis);
  return {along, d - along * axis};
}

// The least cylinder with given centre and axis.
template <class T>
CylinderVolume<T> cylinder_along(Vec3d centre, Vec3d axis, std::span<const Vec3d> points, double slack = 0) {
  CylinderVolume<T> out{cast<T>(centre), cast<T>(axis), 0, 0};
  double half = 0, radius = 0;
  for (Vec3d p : points) {
    const AboutAxis there = about_axis(out, p);
    half = larger(half, std::abs(there.along)), radius = larger(radius, length(there.across));
  }
  const double grow = 1 + 32 * kUnit<double>, error = 16 * kUnit<double> * (half + radius) + slack;
  out.half = round_above<T>(half * grow + error), out.radius = round_above<T>(radius * grow + error);
  return out;
}

// Along the direction of greatest spread, about the centre of the box along the principal axes.
template <class T>
struct Fit<CylinderVolume<T>> {
  static CylinderVolume<T> of(std::span<const Vec3d> points) {
    if (points.empty()) return CylinderVolume<T>::nothing();
    const Mat3d axes = principal_axes(points);
    return cylinder_along<T>(obb_along<double>(axes, points).centre, axes.rows[2], points);
  }
};

template <class T>
bool contains(const CylinderVolume<T>& v, Vec3d p) {
  const AboutAxis there = about_axis(v, p);
  return std::abs(there.along) <= double(v.half) && length(there.across) <= double(v.radius);
}

// Its bounding box, with the axis last.
template <class T>
Obb<double> box_about(const CylinderVolume<T>& v) {
  const Vec3d z = cast<double>(v.axis), m = abs(z);
  const Vec3d other = m.x <= m.y && m.x <= m.z ? Vec3d{1, 0, 0} : m.y <= m.z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
  const Vec3d x = cross(other, z), unit = x / length(x);
  const double r = double(v.radius);
  return {{{unit, cross(z, unit), z}}, cast<double>(v.centre), {r, r, double(v.half)}};
}

// Around the boxes of both: conservative, not tight.
template <class T>
CylinderVolume<T> merged(const CylinderVolume<T>& a, const CylinderVolume<T>& b) {
  if (is_empty(a)) return b;
  if (is_empty(b)) return a;
  const BoxCorners ca = corners(box_about(a)), cb = corners(box_about(b));
  Vec3d points[16];
  for (int i = 0; i < 8; ++i) points[i] = ca.points[i], points[8 + i] = cb.points[i];
  const Mat3d axes = principal_axes(std::span<const Vec3d>(points));
  // The axes are of length 1 only in T.
  const double slack = 16 * double(kUnit<T>) * (double(a.half + a.radius) + double(b.half + b.radius));
  return cylinder_along<T>(obb_along<double>(axes, points).centre, axes.rows[2], points, slack);
}

template <class T>
CylinderVolume<T> placed(const CylinderVolume<T>& v, const Pose& pose) {
  if (is_empty(v)) return v;
  const Vec3d centre = pose * cast<double>(v.centre);
  const double slack = 16 * double(kUnit<T>) * (double(v.half) + double(v.radius) + largest(abs(centre)));
  return {cast<T>(centre), cast<T>(pose.rotate(cast<double>(v.axis))), round_above<T>(double(v.half) + slack),
          round_above<T>(double(v.radius) + slack)};
}

template <class T>
double needed_gap(const CylinderVolume<T>& a, const Placement<T>& at, const CylinderVolume<T>& b) {
  const double sizes = double(a.half) + double(a.radius) + double(b.half) + double(b.radius);
  return double(at.slack) + 16 * double(kUnit<T>) * sizes;
}

template <class T>
T span(const CylinderVolume<T>& a, const Placement<T>& at, const CylinderVolume<T>& b) {
  const auto ball = [](const CylinderVolume<T>& v) { return Sphere<T>{v.centre, diameter(v) / 2}; };
  return span(ball(a), at, ball(b));
}

// A disc across the axis, a slab along it.
template <class T>
Stretch<T> crossing(const CylinderVolume<T>& v, const VolumeRay<T>& ray) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const Stretch<T> none{T(never), T(-never)};
  if (is_empty(v)) return none;
  const AboutAxis from = about_axis(v, cast<double>(ray.origin));
  const Vec3d way = cast<double>(ray.direction), axis = cast<double>(v.axis);
  const double along = dot(way, axis);
  const double guard =
      32 * double(kUnit<T>) * (std::abs(from.along) + length(from.across) + double(v.half) + double(v.radius));
  const Stretch<double> disc = crossing(Sphere<double>{{}, double(v.radius) + guard},
                                        VolumeRay<double>{from.across, way - along * axis, double(ray.end)});
  double enter = disc.from, leave = disc.to;
  const double h = double(v.half) + guard;
  if (along == 0) {
    if (std::abs(from.along) > h) return none;
  } else {
    const double one = (-h - from.along) / along, two = (h - from.along) / along;
    enter = larger(enter, lesser(one, two) - 1e-12 * std::abs(one));
    leave = lesser(leave, larger(one, two) + 1e-12 * std::abs(two));
  }
  if (!(enter <= leave)) return none;
  return {round_below<T>(larger(enter, 0.0)), round_above<T>(leave)};
}

template <class T>
T diameter(const CylinderVolume<T>& v) {
  return is_empty(v) ? T(0) : 2 * std::sqrt(v.half * v.half + v.radius * v.radius) * (1 + 16 * kUnit<T>);
}
template <class T>
T area(const CylinderVolume<T>& v) {
  return is_empty(v) ? T(0) : number<T>(2 * std::numbers::pi) * v.radius * (v.radius + 2 * v.half);
}
template <class T>
T size(const CylinderVolume<T>& v) {
  return is_empty(v) ? T(0) : number<T>(2 * std::numbers::pi) * v.radius * v.radius * v.half;
}

}  // namespace apart::volumes
