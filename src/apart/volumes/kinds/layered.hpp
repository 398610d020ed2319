// Any volume with a ball about the same content, which is tested first (Gottschalk 2000, section 2.5.2; Ericson 2005,
// section 4.6.4). Dual is such a pair that also leaves out axes.
#pragma once
#include <apart/volumes/fits/fit_sphere.hpp>
#include <apart/volumes/volume.hpp>

namespace apart::volumes {

template <class V>
struct Layered {
  using Scalar = typename V::Scalar;
  Sphere<Scalar> ball{};
  V inner{};

  static Layered nothing() { return {Sphere<Scalar>::nothing(), V::nothing()}; }
};

template <class V>
bool is_empty(const Layered<V>& v) {
  return is_empty(v.ball);
}

template <class V>
struct Fit<Layered<V>> {
  using T = typename V::Scalar;
  static Layered<V> of(std::span<const Triangle> triangles) {
    return {minimum_sphere<T>(corners(triangles)), fit<V>(triangles)};
  }
  static Layered<V> of(std::span<const Vec3d> points) { return {minimum_sphere<T>(points), Fit<V>::of(points)}; }
};

template <class V>
struct PlacementOf<Layered<V>> {
  using Type = PlacementFor<V>;
};

template <class V>
Layered<V> merged(const Layered<V>& a, const Layered<V>& b) {
  if (is_empty(a)) return b;
  if (is_empty(b)) return a;
  return {merged(a.ball, b.ball), merged(a.inner, b.inner)};
}

template <class V>
Layered<V> placed(const Layered<V>& v, const Pose& pose) {
  return {placed(v.ball, pose), placed(v.inner, pose)};
}
template <class V>
class Placer<Layered<V>> {
 public:
  explicit Placer(const Pose& pose) : pose_(pose), inner_{pose} {}
  Layered<V> operator()(const Layered<V>& v) const { return {placed(v.ball, pose_), inner_(v.inner)}; }

 private:
  Pose pose_;
  Placer<V> inner_;
};

template <class V>
bool contains(const Layered<V>& v, Vec3d p) {
  return contains(v.ball, p) && contains(v.inner, p);
}

template <class V>
bool overlap(const Layered<V>& a, const PlacementFor<V>& at, const Layered<V>& b) {
  return overlap(a.ball, at, b.ball) && overlap(a.inner, at, b.inner);
}

template <class V>
typename V::Scalar gap(const Layered<V>& a, const PlacementFor<V>& at, const Layered<V>& b) {
  return larger(gap(a.ball, at, b.ball), gap(a.inner, at, b.inner));
}

// The maximum of both; the intersection of ball and volume may be farther away.
template <class V>
typename V::Scalar exact_gap(const Layered<V>& a, const PlacementFor<V>& at, const Layered<V>& b) {
  return larger(exact_gap(a.ball, at, b.ball), exact_gap(a.inner, at, b.inner));
}

template <class V>
typename V::Scalar span(const Layered<V>& a, const PlacementFor<V>& at, const Layered<V>& b) {
  return lesser(span(a.ball, at, b.ball), span(a.inner, at, b.inner));
}

template <class V>
Stretch<typename V::Scalar> crossing(const Layered<V>& v, const VolumeRay<typename V::Scalar>& ray) {
  const auto ball = crossing(v.ball, ray), inner = crossing(v.inner, ray);
  const auto from = larger(ball.from, inner.from), to = lesser(ball.to, inner.to);
  constexpr auto never = std::numeric_limits<typename V::Scalar>::infinity();
  if (from <= to) return {from, to};
  return {never, -never};
}

template <class V>
typename V::Scalar diameter(const Layered<V>& v) {
  return lesser(diameter(v.ball), diameter(v.inner));
}
template <class V>
typename V::Scalar area(const Layered<V>& v) {
  return lesser(area(v.ball), area(v.inner));
}
template <class V>
typename V::Scalar size(const Layered<V>& v) {
  return lesser(size(v.ball), size(v.inner));
}

}  // namespace apart::volumes
