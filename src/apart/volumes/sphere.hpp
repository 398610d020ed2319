// A ball.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/volumes/volume.hpp>

namespace apart {

template <class T>
struct Sphere {
  using Scalar = T;
  Vec3<T> centre{};
  T radius{};
};
static_assert(sizeof(Sphere<float>) == 16);

// Centre of the box, radius to the farthest vertex.
template <class T>
struct Fit<Sphere<T>> {
  static Sphere<T> of(std::span<const Triangled> triangles) {
    Bounds bounds;
    for (const Triangled& t : triangles)
      for (int i = 0; i < 3; ++i) bounds.add(t[i]);
    if (bounds.empty()) return {};
    const Vec3<T> centre = cast<T>(bounds.centre());
    double farthest = 0;
    for (const Triangled& t : triangles)
      for (int i = 0; i < 3; ++i) farthest = larger(farthest, length(t[i] - cast<double>(centre)));
    return {centre, round_above<T>(farthest * (1 + 8 * kUnit<double>))};
  }
};

// How far the two surfaces are apart; negative when they overlap.
template <class T>
T separation(const Sphere<T>& a, const Placement<T>& at, const Sphere<T>& b) {
  const T centres = length(at.rotation * b.centre + at.translation - a.centre);
  return centres * (1 - 8 * kUnit<T>)-(a.radius + b.radius) * (1 + 4 * kUnit<T>)-at.slack;
}

template <class T>
bool overlap(const Sphere<T>& a, const Placement<T>& at, const Sphere<T>& b) {
  return !(separation(a, at, b) > 0);
}

template <class T>
T gap(const Sphere<T>& a, const Placement<T>& at, const Sphere<T>& b) {
  return larger(separation(a, at, b), T(0));
}

template <class T>
T diameter(const Sphere<T>& v) {
  return 2 * v.radius;
}

template <class T>
bool contains(const Sphere<T>& v, Vec3d p) {
  return length(p - cast<double>(v.centre)) <= double(v.radius);
}

}  // namespace apart
