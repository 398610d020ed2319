// Three points. They may coincide or be collinear: a degenerate triangle is treated as the segment or point that it is.
#pragma once
#include <apart/base/pose.hpp>
#include <array>

namespace apart {

template <class T>
struct BasicTriangle {
  Vec3<T> a, b, c;

  constexpr const Vec3<T>& operator[](int i) const { return i == 0 ? a : i == 1 ? b : c; }
  constexpr Vec3<T>& operator[](int i) { return i == 0 ? a : i == 1 ? b : c; }
  friend constexpr bool operator==(const BasicTriangle&, const BasicTriangle&) = default;
};

using Triangle = BasicTriangle<double>;

// A corner, an edge or the interior: on which a point lies.
enum class TriangleFeature { a, b, c, ab, bc, ca, face };

template <class T>
constexpr BasicTriangle<T> operator*(const BasicPose<T>& pose, const BasicTriangle<T>& t) {
  return {pose * t.a, pose * t.b, pose * t.c};
}

// Twice the area, along the normal (counter-clockwise from outside).
template <class T>
constexpr Vec3<T> area_vector(const BasicTriangle<T>& t) {
  return cross(t.b - t.a, t.c - t.a);
}

}  // namespace apart
