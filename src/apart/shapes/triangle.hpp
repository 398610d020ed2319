// Three points. They may coincide or lie on a line: a degenerate triangle is a segment or a point, and is
// answered as one.
#pragma once
#include <apart/base/pose.hpp>
#include <array>

namespace apart {

template <class T>
struct Triangle {
  Vec3<T> a, b, c;

  constexpr const Vec3<T>& operator[](int i) const { return i == 0 ? a : i == 1 ? b : c; }
  constexpr Vec3<T>& operator[](int i) { return i == 0 ? a : i == 1 ? b : c; }
  friend constexpr bool operator==(const Triangle&, const Triangle&) = default;
};

using Triangled = Triangle<double>;

template <class T>
constexpr Triangle<T> operator*(const Pose<T>& pose, const Triangle<T>& t) {
  return {pose * t.a, pose * t.b, pose * t.c};
}

// Twice the area, along the normal (counter-clockwise from outside).
template <class T>
constexpr Vec3<T> area_vector(const Triangle<T>& t) {
  return cross(t.b - t.a, t.c - t.a);
}

}  // namespace apart
