// A box along the coordinate axes of its model, as centre and half sizes.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/volumes/volume.hpp>

namespace apart {

template <class T>
struct Aabb {
  using Scalar = T;
  Vec3<T> centre{}, half{};
};
static_assert(sizeof(Aabb<float>) == 24);

template <class T>
struct Fit<Aabb<T>> {
  static Aabb<T> of(std::span<const Triangled> triangles) {
    Bounds bounds;
    for (const Triangled& t : triangles)
      for (int i = 0; i < 3; ++i) bounds.add(t[i]);
    if (bounds.empty()) return {};
    const Vec3<T> centre = cast<T>(bounds.centre());
    // One subtraction is half a unit off at most; a whole unit more keeps every vertex inside.
    const auto out = [&](int i) {
      const double c = double(centre[i]);
      return round_above<T>(larger(bounds.high[i] - c, c - bounds.low[i]) * (1 + 2 * kUnit<double>));
    };
    return {centre, {out(0), out(1), out(2)}};
  }
};

// Each box wrapped in the other's axes: how far apart they are along A's three and along B's three. Positive
// entries prove them apart.
template <class T>
struct AabbSeparation {
  Vec3<T> along_a, along_b;
};

template <class T>
AabbSeparation<T> separation(const Aabb<T>& a, const Placement<T>& at, const Aabb<T>& b) {
  constexpr T guard = 16 * kUnit<T>;
  const Vec3<T> d = at.rotation * b.centre + at.translation - a.centre;
  const Vec3<T> e = transposed_times(at.rotation, d);
  const Vec3<T> size_a = a.half + at.size_rotation * b.half;
  const Vec3<T> size_b = b.half + transposed_times(at.size_rotation, a.half);
  const T error = at.slack + guard * (largest(abs(d)) + largest(size_a) + largest(size_b));
  const Vec3<T> errors{error, error, error};
  return {abs(d) - size_a - errors, abs(e) - size_b - errors};
}

template <class T>
bool overlap(const Aabb<T>& a, const Placement<T>& at, const Aabb<T>& b) {
  const AabbSeparation<T> s = separation(a, at, b);
  return !(largest(larger(s.along_a, s.along_b)) > 0);
}

template <class T>
T gap(const Aabb<T>& a, const Placement<T>& at, const Aabb<T>& b) {
  const AabbSeparation<T> s = separation(a, at, b);
  const Vec3<T> zero{};
  return (1 - 8 * kUnit<T>)*larger(length(larger(s.along_a, zero)), length(larger(s.along_b, zero)));
}

template <class T>
T diameter(const Aabb<T>& v) {
  return 2 * length(v.half);
}

template <class T>
bool contains(const Aabb<T>& v, Vec3d p) {
  const Vec3d d = abs(p - cast<double>(v.centre)), h = cast<double>(v.half);
  return d.x <= h.x && d.y <= h.y && d.z <= h.z;
}

}  // namespace apart
