// Where a point is relative to the face of a triangle, over doubles, TwoDoubles or a Pack.
#pragma once
#include <apart/base/two_doubles.hpp>

namespace apart::triangles::kernel {

// Below this share of the squared lengths that enter, a difference is computed in twice the precision.
inline constexpr double kCancels = 1.0 / 64;

// b and c are weights times the square of the normal, w the offset from corner a.
template <class T>
struct FaceCoordinates {
  Vec3<T> normal;
  T height, b, c;

  FaceCoordinates(const Vec3<T>& ab, const Vec3<T>& ac, const Vec3<T>& w)
      : normal(cross(ab, ac)), height(dot(normal, w)), b(dot(cross(w, ac), normal)), c(dot(cross(ab, w), normal)) {}

  // Has the normal, whose square is given, lost digits? Or the height?
  auto is_sliver(const T& square, const Vec3<T>& ab, const Vec3<T>& ac) const {
    return square < T(kCancels) * squared_length(ab) * squared_length(ac);
  }
  auto height_cancels(const T& square, const Vec3<T>& w) const {
    return height * height < T(kCancels) * square * squared_length(w);
  }
};

// The normal of a face and the height over it, times its length, in twice the precision.
template <class T>
struct CarefulHeight {
  Vec3<T> normal;
  T height;

  CarefulHeight(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c, const Vec3<T>& p) {
    const auto exact = cross(exact_difference(b, a), exact_difference(c, a));
    normal = to_doubles(exact), height = dot(exact, exact_difference(p, a)).high;
  }
};

}  // namespace apart::triangles::kernel
