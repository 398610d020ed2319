// Slabs along directions of the caller's choice, for rays (Kay and Kajiya; Ericson, section 4.6.1). All volumes of a
// scene share the directions, so a ray is projected on them once, and a volume costs two products per direction.
#pragma once
#include <apart/volumes/slab.hpp>
#include <array>
#include <type_traits>

namespace apart::volumes {

// Unit vectors, to rounding; at least three that span space are needed for a bounded volume.
template <int N>
using SlabDirections = std::array<Vec3d, N>;

// The coordinate axes and the four diagonals of the cube, as in Kay and Kajiya.
inline constexpr SlabDirections<7> kSevenDirections = [] {
  constexpr double d = 0.5773502691896258;
  return SlabDirections<7>{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {d, d, d}, {d, d, -d}, {d, -d, d}, {-d, d, d}}};
}();

template <class T, int N>
struct Slabs {
  using Scalar = T;
  T low[N] = {}, high[N] = {};  // low ≤ direction · p ≤ high

  static Slabs nothing() {
    Slabs v;
    for (T& x : v.low) x = kEverything<T>;
    for (T& x : v.high) x = kNothing<T>;
    return v;
  }
};
static_assert(sizeof(Slabs<float, 7>) == 56);

template <class T, int N>
bool is_empty(const Slabs<T, N>& v) {
  return v.high[0] < v.low[0];
}

template <class T, int N>
Slabs<T, N> fit_slabs(const SlabDirections<N>& directions, std::span<const Vec3d> points) {
  if (points.empty()) return Slabs<T, N>::nothing();
  double farthest = 0;
  for (Vec3d p : points) farthest = larger(farthest, largest(abs(p)));
  const double error = 8 * kUnit<double> * farthest;  // of sums of three products
  Slabs<T, N> v;
  for (int i = 0; i < N; ++i) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (Vec3d p : points) {
      const double x = dot(directions[std::size_t(i)], p);
      low = lesser(low, x), high = larger(high, x);
    }
    v.low[i] = round_below<T>(low - error), v.high[i] = round_above<T>(high + error);
  }
  return v;
}

template <class T, int N>
Slabs<T, N> merged(const Slabs<T, N>& a, const Slabs<T, N>& b) {
  Slabs<T, N> v;
  for (int i = 0; i < N; ++i) v.low[i] = lesser(a.low[i], b.low[i]), v.high[i] = larger(a.high[i], b.high[i]);
  return v;
}

template <class T, int N>
bool contains(const std::type_identity_t<SlabDirections<N>>& directions, const Slabs<T, N>& v, Vec3d p) {
  for (int i = 0; i < N; ++i) {
    const double x = dot(directions[std::size_t(i)], p);
    if (!(double(v.low[i]) <= x && x <= double(v.high[i]))) return false;
  }
  return true;
}

// A ray projected on the directions.
template <class T, int N>
struct SlabRay {
  T origin[N], way[N], guard, end;

  SlabRay(const SlabDirections<N>& directions, const VolumeRay<T>& ray) : end(ray.end) {
    for (int i = 0; i < N; ++i) {
      const Vec3d d = directions[std::size_t(i)];
      const Vec3<T> n{number<T>(d.x), number<T>(d.y), number<T>(d.z)};
      origin[i] = dot(n, ray.origin), way[i] = dot(n, ray.direction);
    }
    guard = number<T>(16 * kUnit<T>) * largest(abs(ray.origin));
  }
};

template <class T, int N>
Stretch<T> crossing(const Slabs<T, N>& v, const SlabRay<T, N>& ray) {
  using std::abs;
  T size = number<T>(0);
  for (int i = 0; i < N; ++i) size = larger(size, larger(abs(v.low[i]), abs(v.high[i])));
  // Directions and products are rounded, with an error relative to the length of the ray's path.
  const T guard = ray.guard + number<T>(32 * kUnit<T>) * size;
  Stretch<T> s{number<T>(0), ray.end};
  for (int i = 0; i < N; ++i) s = between(s, v.low[i] - guard, v.high[i] + guard, ray.origin[i], ray.way[i]);
  return only_where((s.from <= s.to) & (v.low[0] <= v.high[0]), s);
}

}  // namespace apart::volumes
