// An axis-aligned bounding box in its model's frame, as centre and half sizes.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/volumes/box.hpp>
#include <apart/volumes/kinds/by_gjk.hpp>
#include <apart/volumes/kinds/sphere.hpp>

namespace apart::volumes {

template <class T>
struct Aabb {
  using Scalar = T;
  Vec3<T> centre{}, half{};

  static Aabb nothing() { return {{}, {kNothing<T>, kNothing<T>, kNothing<T>}}; }
  // Contains the range from low to high.
  static Aabb from_min_max(Vec3d low, Vec3d high);
  static Aabb from_min_width(Vec3d low, Vec3d width) { return from_min_max(low, low + width); }
  Vec3d low() const { return cast<double>(centre) - cast<double>(half); }
  Vec3d high() const { return cast<double>(centre) + cast<double>(half); }
  Vec3d width() const { return 2.0 * cast<double>(half); }
};
static_assert(sizeof(Aabb<float>) == 24);

template <class T>
Aabb<T> Aabb<T>::from_min_max(Vec3d low, Vec3d high) {
  if (!(low.x <= high.x && low.y <= high.y && low.z <= high.z)) return nothing();
  const Vec3<T> centre = cast<T>(0.5 * low + 0.5 * high);
  // One subtraction has an error of at most half a unit; a whole unit more keeps both ends inside.
  const auto out = [&](int i) {
    const double c = double(centre[i]);
    return lesser(kEverything<T>, round_above<T>(larger(high[i] - c, c - low[i]) * (1 + 2 * kUnit<double>)));
  };
  return {centre, {out(0), out(1), out(2)}};
}

template <class T>
bool is_empty(const Aabb<T>& v) {
  return v.half.x < 0;
}

template <class T>
struct Fit<Aabb<T>> {
  using Growing = Bounds;
  static Aabb<T> of(const Bounds& bounds) { return Aabb<T>::from_min_max(bounds.low, bounds.high); }
  static Aabb<T> of(std::span<const Vec3d> points) {
    Bounds bounds;
    for (Vec3d p : points) bounds.add(p);
    return of(bounds);
  }
};

template <class T>
Aabb<T> merged(const Aabb<T>& a, const Aabb<T>& b) {
  if (is_empty(a)) return b;
  if (is_empty(b)) return a;
  // low() and high() are rounded in double; this widens by that error, which is below a float's precision.
  const Vec3d low = lesser(a.low(), b.low()), high = larger(a.high(), b.high());
  const Vec3d error = 2 * kUnit<double> * larger(abs(low), abs(high));
  return Aabb<T>::from_min_max(low - error, high + error);
}

// Wraps the rotated box. Always from the fitted one, never from an earlier result, so that boxes do not grow over time.
template <class T>
Aabb<T> placed(const Aabb<T>& v, const Pose& pose) {
  if (is_empty(v)) return v;
  const Vec3d centre = pose * cast<double>(v.centre), half = abs(pose.rotation) * cast<double>(v.half);
  const double error =
      16 * kUnit<double> *
      (largest(abs(centre)) + largest(abs(pose.translation)) + largest(abs(cast<double>(v.centre))) + largest(half));
  const Vec3d extent = half + Vec3d{error, error, error};
  return Aabb<T>::from_min_max(centre - extent, centre + extent);
}

template <class T>
bool contains(const Aabb<T>& v, Vec3d p) {
  const Vec3d d = abs(p - cast<double>(v.centre)), h = cast<double>(v.half);
  return d.x <= h.x && d.y <= h.y && d.z <= h.z;
}

// Separations along A's three and B's three axes, each box wrapped in the other's axes. Positive entries prove them
// disjoint.
template <class T>
struct AabbSeparation {
  Vec3<T> along_a, along_b;

  AabbSeparation(const Aabb<T>& a, const Placement<T>& at, const Aabb<T>& b) {
    const Vec3<T> d = at.rotation * b.centre + at.translation - a.centre;
    const Vec3<T> e = transposed_times(at.rotation, d);
    const Vec3<T> size_a = a.half + at.size_rotation * b.half;
    const Vec3<T> size_b = b.half + transposed_times(at.size_rotation, a.half);
    // If the contents meet, d is at most the sum of both boxes' sizes, and all errors are units of those.
    const Vec3<T> both = a.half + b.half;
    const T error = at.slack + number<T>(32 * kUnit<T>) * (both.x + both.y + both.z);
    const Vec3<T> errors{error, error, error};
    along_a = abs(d) - (size_a + errors);
    along_b = abs(e) - (size_b + errors);
  }
};

// By the six face normals.
template <class T>
MaskOf<T> overlap(const Aabb<T>& a, const Placement<T>& at, const Aabb<T>& b) {
  const AabbSeparation<T> s(a, at, b);
  return !(largest(larger(s.along_a, s.along_b)) > number<T>(0));
}

template <class T>
T gap(const Aabb<T>& a, const Placement<T>& at, const Aabb<T>& b) {
  const AabbSeparation<T> s(a, at, b);
  const T o = number<T>(0);
  const Vec3<T> zero{o, o, o};
  return number<T>(1 - 32 * kUnit<T>) * larger(length(larger(s.along_a, zero)), length(larger(s.along_b, zero)));
}

// In one frame: three intervals.
template <class T>
Vec3<T> separation(const Aabb<T>& a, const OneFrame<T>& at, const Aabb<T>& b) {
  // One rounding of the difference, three of the sizes.
  const Vec3<T> sizes = a.half + b.half + Vec3<T>{at.slack, at.slack, at.slack};
  return abs(b.centre - a.centre) - number<T>(1 + 8 * kUnit<T>) * sizes;
}
template <class T>
MaskOf<T> overlap(const Aabb<T>& a, const OneFrame<T>& at, const Aabb<T>& b) {
  return !(largest(separation(a, at, b)) > number<T>(0));
}
template <class T>
T gap(const Aabb<T>& a, const OneFrame<T>& at, const Aabb<T>& b) {
  const T o = number<T>(0);
  return number<T>(1 - 32 * kUnit<T>) * length(larger(separation(a, at, b), Vec3<T>{o, o, o}));
}
template <class T>
T span(const Aabb<T>& a, const OneFrame<T>& at, const Aabb<T>& b) {
  return length(abs(b.centre - a.centre) + a.half + b.half) * number<T>(1 + 16 * kUnit<T>) + at.slack;
}
template <class T>
Sphere<T> ball_around(const Aabb<T>& v) {
  return {v.centre, select(v.half.x >= number<T>(0), length(v.half) * number<T>(1 + 8 * kUnit<T>), kNothing<T>)};
}

template <class T>
BoxSupport support(const Aabb<T>& v) {
  return {cast<double>(v.centre), {}, cast<double>(v.half)};
}

template <class T>
T exact_gap(const Aabb<T>& a, const Placement<T>& at, const Aabb<T>& b) {
  return is_empty(a) || is_empty(b) ? kEverything<T> : exact_gap_by_gjk(support(a), at, support(b));
}

template <class T>
T span(const Aabb<T>& a, const Placement<T>& at, const Aabb<T>& b) {
  const Vec3<T> d = abs(at.rotation * b.centre + at.translation - a.centre);
  return length(d + a.half + at.size_rotation * b.half) * number<T>(1 + 16 * kUnit<T>) + at.slack;
}

template <class T>
Stretch<T> crossing(const Aabb<T>& v, const VolumeRay<T>& ray) {
  return slab_crossing(v.half, ray.origin - v.centre, ray.direction, ray.end);
}

template <class T>
T diameter(const Aabb<T>& v) {
  return box_diameter(v.half);
}
template <class T>
T area(const Aabb<T>& v) {
  return box_area(v.half);
}
template <class T>
T size(const Aabb<T>& v) {
  return box_size(v.half);
}

}  // namespace apart::volumes
