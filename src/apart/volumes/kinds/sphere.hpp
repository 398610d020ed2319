// A bounding sphere.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/volumes/volume.hpp>
#include <numbers>

namespace apart::volumes {

template <class T>
struct Sphere {
  using Scalar = T;
  Vec3<T> centre{};
  T radius{};

  static Sphere nothing() { return {{}, kNothing<T>}; }
};
static_assert(sizeof(Sphere<float>) == 16);

template <class T>
bool is_empty(const Sphere<T>& v) {
  return v.radius < 0;
}

// The ball about a centre that contains all points: the centre is rounded first, the radius measured from there.
template <class T>
Sphere<T> sphere_about(Vec3d middle, std::span<const Vec3d> points) {
  const Vec3<T> centre = cast<T>(middle);
  double farthest = 0;
  for (Vec3d p : points) farthest = larger(farthest, length(p - cast<double>(centre)));
  return {centre, round_above<T>(farthest * (1 + 8 * kUnit<double>))};
}

// Centre of the box, radius to the farthest point.
template <class T>
struct Fit<Sphere<T>> {
  static Sphere<T> of(std::span<const Vec3d> points) {
    if (points.empty()) return Sphere<T>::nothing();
    Bounds bounds;
    for (Vec3d p : points) bounds.add(p);
    return sphere_about<T>(bounds.centre(), points);
  }
};

// The least ball that contains both.
template <class T>
Sphere<T> merged(const Sphere<T>& a, const Sphere<T>& b) {
  if (is_empty(a)) return b;
  if (is_empty(b)) return a;
  const Vec3d ca = cast<double>(a.centre), cb = cast<double>(b.centre);
  const double ra = double(a.radius), rb = double(b.radius), apart = length(cb - ca);
  if (apart + rb <= ra) return a;
  if (apart + ra <= rb) return b;
  const Vec3<T> centre = cast<T>(ca + ((apart + rb - ra) / (2 * apart)) * (cb - ca));
  const double radius = larger(length(cast<double>(centre) - ca) + ra, length(cast<double>(centre) - cb) + rb);
  return {centre, round_above<T>(radius * (1 + 8 * kUnit<double>))};
}

template <class T>
Sphere<T> placed(const Sphere<T>& v, const Pose& pose) {
  if (is_empty(v)) return v;
  const Vec3d there = pose * cast<double>(v.centre);
  const Vec3<T> centre = cast<T>(there);
  // The rounding error of rotation and translation, even if the two cancel; and a rotation is one only to rounding, or
  // to 1e-6.
  const double moved = length(there - cast<double>(centre)) +
                       8 * kUnit<double> * (length(cast<double>(v.centre)) + length(pose.translation));
  const double stretched = double(v.radius) * (1 + 2 * rigidity_error(pose.rotation) + 16 * kUnit<double>);
  return {centre, round_above<T>((stretched + moved) * (1 + 4 * kUnit<double>))};
}

template <class T>
bool contains(const Sphere<T>& v, Vec3d p) {
  return length(p - cast<double>(v.centre)) <= double(v.radius);
}

template <class T>
T centre_distance(const Sphere<T>& a, const Placement<T>& at, const Sphere<T>& b) {
  return length(at.rotation * b.centre + at.translation - a.centre);
}

// The distance of the two surfaces; negative if they overlap.
template <class T>
T separation(const Sphere<T>& a, const Placement<T>& at, const Sphere<T>& b) {
  return centre_distance(a, at, b) * number<T>(1 - 8 * kUnit<T>) - (a.radius + b.radius) * number<T>(1 + 4 * kUnit<T>) -
         at.slack;
}

template <class T>
MaskOf<T> overlap(const Sphere<T>& a, const Placement<T>& at, const Sphere<T>& b) {
  return !(separation(a, at, b) > number<T>(0));
}

template <class T>
T gap(const Sphere<T>& a, const Placement<T>& at, const Sphere<T>& b) {
  return larger(separation(a, at, b), number<T>(0));
}

template <class T>
T exact_gap(const Sphere<T>& a, const Placement<T>& at, const Sphere<T>& b) {
  return larger(centre_distance(a, at, b) - a.radius - b.radius, number<T>(0));
}

template <class T>
T span(const Sphere<T>& a, const Placement<T>& at, const Sphere<T>& b) {
  return (centre_distance(a, at, b) + a.radius + b.radius) * number<T>(1 + 8 * kUnit<T>) + at.slack;
}

template <class T>
Stretch<T> crossing(const Sphere<T>& v, const VolumeRay<T>& ray) {
  const Vec3<T> away = ray.origin - v.centre;
  const T squared = dot(ray.direction, ray.direction);
  const T moving = select(squared > number<T>(0), squared, number<T>(1));  // a ray of zero direction stays at 0
  const T middle = -dot(away, ray.direction) / moving;
  const Vec3<T> nearest = away + middle * ray.direction;
  const T radius = v.radius * number<T>(1 + 8 * kUnit<T>) + number<T>(32 * kUnit<T>) * length(away);
  const T inside = radius * radius - dot(nearest, nearest);
  using std::abs;
  using std::sqrt;
  const T half = sqrt(larger(inside, number<T>(0)) / moving) * number<T>(1 + 16 * kUnit<T>) +
                 number<T>(32 * kUnit<T>) * abs(middle);
  const MaskOf<T> hit = (!(inside < number<T>(0))) & (v.radius >= number<T>(0));
  const T never = number<T>(std::numeric_limits<double>::infinity());
  const MaskOf<T> stands = !(squared > number<T>(0));
  const T from = select(stands, number<T>(0), larger(middle - half, number<T>(0)));
  const T to = select(stands, ray.end, lesser(middle + half, ray.end));
  return {select(hit, from, never), select(hit, to, -never)};
}

template <class T>
T diameter(const Sphere<T>& v) {
  return larger(v.radius + v.radius, number<T>(0));
}

template <class T>
T area(const Sphere<T>& v) {
  const T r = larger(v.radius, number<T>(0));
  return number<T>(4 * std::numbers::pi) * r * r;
}

template <class T>
T size(const Sphere<T>& v) {
  const T r = larger(v.radius, number<T>(0));
  return number<T>(4 * std::numbers::pi / 3) * r * r * r;
}

}  // namespace apart::volumes
