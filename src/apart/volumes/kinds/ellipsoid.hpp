// An ellipsoid. Tested by GJK, one pair at a time: two ellipsoids have no closed-form test, and a data-dependent
// iteration has no packs.
#pragma once
#include <apart/volumes/kinds/sphere.hpp>
#include <apart/volumes/obb.hpp>

namespace apart::volumes {

template <class T>
struct EllipsoidVolume {
  using Scalar = T;
  Mat3<T> axes{};  // rows; every point p of the content has |axes · (p − centre) / radii| ≤ 1
  Vec3<T> centre{}, radii{};

  static EllipsoidVolume nothing() { return {{}, {}, {kNothing<T>, kNothing<T>, kNothing<T>}}; }
};

template <class T>
bool is_empty(const EllipsoidVolume<T>& v) {
  return v.radii.x < 0;
}

struct EllipsoidSupport {
  Vec3d centre{};
  Mat3d axes{};
  Vec3d radii{};

  Vec3d operator()(Vec3d direction) const {
    const Vec3d d = axes * direction, r{radii.x * d.x, radii.y * d.y, radii.z * d.z};
    const double size = largest(abs(r));
    if (!(size > 0)) return centre;
    const Vec3d even = r / size;  // so that squares neither overflow nor underflow
    const double l = length(even);
    return centre + transposed_times(axes, Vec3d{radii.x * even.x / l, radii.y * even.y / l, radii.z * even.z / l});
  }
};
template <class T>
EllipsoidSupport support(const EllipsoidVolume<T>& v) {
  return {cast<double>(v.centre), cast<double>(v.axes), cast<double>(v.radii)};
}

// The ellipsoid inscribed in the box along the principal axes, scaled up until it contains all.
template <class T>
struct Fit<EllipsoidVolume<T>> {
  static EllipsoidVolume<T> of(std::span<const Vec3d> points) {
    if (points.empty()) return EllipsoidVolume<T>::nothing();
    const Obb<T> box = obb_along<T>(principal_axes(points), points);
    const Mat3d axes = cast<double>(box.axes);
    Vec3d half = cast<double>(box.half);
    // Flat ones keep some thickness, since coordinates are divided by it.
    const double least = larger(16 * double(kUnit<T>) * largest(half), double(std::numeric_limits<T>::min()));
    half = larger(half, Vec3d{least, least, least});
    double farthest = 0;
    for (Vec3d p : points) {
      const Vec3d from = p - cast<double>(box.centre);
      const double error = 8 * kUnit<double> * largest(abs(from));  // of each coordinate along the axes
      const Vec3d x = abs(axes * from) + Vec3d{error, error, error};
      farthest = larger(farthest, length(Vec3d{x.x / half.x, x.y / half.y, x.z / half.z}));
    }
    const double grow = farthest * (1 + 32 * kUnit<double>)+64 * kUnit<double>;
    const auto out = [&](int i) { return round_above<T>(half[i] * grow); };
    return {box.axes, box.centre, {out(0), out(1), out(2)}};
  }
};

template <class T>
bool contains(const EllipsoidVolume<T>& v, Vec3d p) {
  if (is_empty(v)) return false;
  const Vec3d x = cast<double>(v.axes) * (p - cast<double>(v.centre)), r = cast<double>(v.radii);
  return length(Vec3d{x.x / r.x, x.y / r.y, x.z / r.z}) <= 1;
}

// Its bounding box.
template <class T>
Obb<T> box_about(const EllipsoidVolume<T>& v) {
  return {v.axes, v.centre, v.radii};
}

// An ellipsoid that contains all within a distance of this one. The sum of ellipsoid and ball is in those of radii² (1
// + 1/t) + distance² (1 + t), for any t: this t enlarges long and short radii little.
inline Vec3d grown_radii(Vec3d radii, double by) {
  if (!(by > 0)) return radii;
  const double m = larger(lesser(lesser(radii.x, radii.y), radii.z), std::sqrt(largest(radii)) * std::sqrt(by));
  const auto out = [&](double r) { return std::hypot(std::sqrt(1 + by / m) * r, std::sqrt(1 + m / by) * by); };
  return {out(radii.x), out(radii.y), out(radii.z)};
}
template <class T>
EllipsoidVolume<T> grown(EllipsoidVolume<T> v, double by) {
  const Vec3d r = grown_radii(cast<double>(v.radii), by);
  for (int i = 0; i < 3; ++i) v.radii[i] = round_above<T>(r[i] * (1 + 16 * kUnit<double>));
  return v;
}

// Around the boxes of both: conservative, not tight.
template <class T>
EllipsoidVolume<T> merged(const EllipsoidVolume<T>& a, const EllipsoidVolume<T>& b) {
  if (is_empty(a)) return b;
  if (is_empty(b)) return a;
  const BoxCorners ca = corners(box_about(a)), cb = corners(box_about(b));
  Vec3d points[16];
  for (int i = 0; i < 8; ++i) points[i] = ca.points[i], points[8 + i] = cb.points[i];
  return grown(Fit<EllipsoidVolume<T>>::of(points), ca.slack + cb.slack);
}

template <class T>
EllipsoidVolume<T> placed(const EllipsoidVolume<T>& v, const Pose& pose) {
  if (is_empty(v)) return v;
  const Vec3d centre = pose * cast<double>(v.centre);
  const EllipsoidVolume<T> there{cast<T>(cast<double>(v.axes) * transposed(pose.rotation)), cast<T>(centre), v.radii};
  return grown(there, 16 * double(kUnit<T>) * (length(cast<double>(v.radii)) + largest(abs(centre))));
}

template <class T>
double needed_gap(const EllipsoidVolume<T>& a, const Placement<T>& at, const EllipsoidVolume<T>& b) {
  return double(at.slack) + 16 * double(kUnit<T>) * double(largest(a.radii) + largest(b.radii));
}

template <class T>
T span(const EllipsoidVolume<T>& a, const Placement<T>& at, const EllipsoidVolume<T>& b) {
  const auto ball = [](const EllipsoidVolume<T>& v) {
    return Sphere<T>{v.centre, largest(v.radii) * number<T>(1 + 16 * kUnit<T>)};
  };
  return span(ball(a), at, ball(b));
}

// The ray's intersection with the unit ball, in the space in which the ellipsoid is one.
template <class T>
Stretch<T> crossing(const EllipsoidVolume<T>& v, const VolumeRay<T>& ray) {
  constexpr T never = std::numeric_limits<T>::infinity();
  if (is_empty(v)) return {never, -never};
  const Vec3d away = cast<double>(ray.origin) - cast<double>(v.centre);
  const Vec3d r =
      grown_radii(cast<double>(v.radii), 32 * kUnit<double> * (largest(abs(away)) + double(largest(v.radii))));
  const Vec3d o = cast<double>(v.axes) * away, d = cast<double>(v.axes) * cast<double>(ray.direction);
  const Stretch<double> in = crossing(
      Sphere<double>{{}, 1 + 1e-9},
      VolumeRay<double>{{o.x / r.x, o.y / r.y, o.z / r.z}, {d.x / r.x, d.y / r.y, d.z / r.z}, double(ray.end)});
  if (!(in.from <= in.to)) return {never, -never};
  return {round_below<T>(in.from), round_above<T>(in.to)};
}

template <class T>
T diameter(const EllipsoidVolume<T>& v) {
  return is_empty(v) ? T(0) : 2 * largest(v.radii) * (1 + 16 * kUnit<T>);
}
// There is no closed form; this one (of Thomsen) is within 1.2 %.
template <class T>
T area(const EllipsoidVolume<T>& v) {
  if (is_empty(v)) return 0;
  constexpr double p = 1.6075;
  const Vec3d r = cast<double>(v.radii);
  const double sum = std::pow(r.x * r.y, p) + std::pow(r.x * r.z, p) + std::pow(r.y * r.z, p);
  return rounded<T>(4 * std::numbers::pi * std::pow(sum / 3, 1 / p));
}
template <class T>
T size(const EllipsoidVolume<T>& v) {
  if (is_empty(v)) return 0;
  return rounded<T>(4 * std::numbers::pi / 3 * double(v.radii.x) * double(v.radii.y) * double(v.radii.z));
}

}  // namespace apart::volumes
