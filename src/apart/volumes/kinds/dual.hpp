// An oriented box and the least ball of the same content (Chang, Wang and Kim). The ball rejects distant pairs; for the
// others five of the fifteen axes do nearly as well as all.
#pragma once
#include <apart/volumes/fits/fit_sphere.hpp>
#include <apart/volumes/obb_overlap.hpp>

namespace apart::volumes {

template <class T>
struct Dual {
  using Scalar = T;
  Sphere<T> ball{};
  Obb<T> box{};  // axes by extent

  static Dual nothing() { return {Sphere<T>::nothing(), Obb<T>::nothing()}; }
};
static_assert(sizeof(Dual<float>) == 76);

template <class T>
bool is_empty(const Dual<T>& v) {
  return is_empty(v.ball);
}

template <class T>
struct Fit<Dual<T>> {
  static Dual<T> of(std::span<const Triangle> triangles) {
    return {minimum_sphere<T>(corners(triangles)), by_extent(Fit<Obb<T>>::of(triangles))};
  }
  static Dual<T> of(std::span<const Vec3d> points) {
    return {minimum_sphere<T>(points), by_extent(Fit<Obb<T>>::of(points))};
  }
};

template <class T>
Dual<T> merged(const Dual<T>& a, const Dual<T>& b) {
  if (is_empty(a)) return b;
  if (is_empty(b)) return a;
  return {merged(a.ball, b.ball), by_extent(merged(a.box, b.box))};
}

template <class T>
Dual<T> placed(const Dual<T>& v, const Pose& pose) {
  return {placed(v.ball, pose), placed(v.box, pose)};
}

template <class T>
bool contains(const Dual<T>& v, Vec3d p) {
  return contains(v.ball, p) && contains(v.box, p);
}

template <class T>
MaskOf<T> overlap(const Dual<T>& a, const Placement<T>& at, const Dual<T>& b) {
  const MaskOf<T> near = overlap(a.ball, at, b.ball);
  if (none(near)) return near;
  return near & !apart_by_five(ObbPair<T>(a.box, at, b.box));
}

template <class T>
T gap(const Dual<T>& a, const Placement<T>& at, const Dual<T>& b) {
  return larger(gap(a.ball, at, b.ball), gap(a.box, at, b.box));
}

// The maximum of both bounds; the intersection of ball and box may be farther away.
template <class T>
T exact_gap(const Dual<T>& a, const Placement<T>& at, const Dual<T>& b) {
  return larger(exact_gap(a.ball, at, b.ball), exact_gap(a.box, at, b.box));
}

template <class T>
T span(const Dual<T>& a, const Placement<T>& at, const Dual<T>& b) {
  return lesser(span(a.ball, at, b.ball), span(a.box, at, b.box));
}

template <class T>
Stretch<T> crossing(const Dual<T>& v, const VolumeRay<T>& ray) {
  const Stretch<T> ball = crossing(v.ball, ray), box = crossing(v.box, ray);
  const T from = larger(ball.from, box.from), to = lesser(ball.to, box.to);
  const T never = number<T>(std::numeric_limits<double>::infinity());
  const MaskOf<T> hit = from <= to;
  return {select(hit, from, never), select(hit, to, -never)};
}

template <class T>
T diameter(const Dual<T>& v) {
  return lesser(diameter(v.ball), diameter(v.box));
}
// Of the intersection of ball and box: at most that of either.
template <class T>
T area(const Dual<T>& v) {
  return lesser(area(v.ball), area(v.box));
}
template <class T>
T size(const Dual<T>& v) {
  return lesser(size(v.ball), size(v.box));
}

}  // namespace apart::volumes
