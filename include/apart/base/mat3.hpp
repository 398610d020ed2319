// A 3×3 matrix, stored by rows.
#pragma once
#include <apart/base/vec3.hpp>

namespace apart {

template <class T>
struct Mat3 {
  Vec3<T> rows[3] = {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};

  APART_INLINE static constexpr Mat3 from_columns(Vec3<T> a, Vec3<T> b, Vec3<T> c) {
    return {{{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}}};
  }

  APART_INLINE constexpr const T& operator()(int row, int column) const { return rows[row][column]; }
  APART_INLINE constexpr T& operator()(int row, int column) { return rows[row][column]; }
  APART_INLINE constexpr Vec3<T> column(int i) const { return {rows[0][i], rows[1][i], rows[2][i]}; }

  APART_INLINE friend constexpr Vec3<T> operator*(const Mat3& m, Vec3<T> v) {
    return {dot(m.rows[0], v), dot(m.rows[1], v), dot(m.rows[2], v)};
  }
  APART_INLINE friend constexpr Mat3 operator*(const Mat3& a, const Mat3& b) {
    return from_columns(a * b.column(0), a * b.column(1), a * b.column(2));
  }
  friend constexpr bool operator==(const Mat3&, const Mat3&) = default;
};

using Mat3d = Mat3<double>;
using Mat3f = Mat3<float>;

template <class T>
APART_INLINE constexpr Mat3<T> transposed(const Mat3<T>& m) {
  return Mat3<T>::from_columns(m.rows[0], m.rows[1], m.rows[2]);
}

// transposed(m) * v, without forming the transpose.
template <class T>
APART_INLINE constexpr Vec3<T> transposed_times(const Mat3<T>& m, Vec3<T> v) {
  return v.x * m.rows[0] + v.y * m.rows[1] + v.z * m.rows[2];
}

template <class T>
APART_INLINE constexpr T determinant(const Mat3<T>& m) {
  return dot(m.rows[0], cross(m.rows[1], m.rows[2]));
}

template <class T>
APART_INLINE Mat3<T> abs(const Mat3<T>& m) {
  return {{abs(m.rows[0]), abs(m.rows[1]), abs(m.rows[2])}};
}

template <class To, class From>
APART_INLINE constexpr Mat3<To> cast(const Mat3<From>& m) {
  return {{cast<To>(m.rows[0]), cast<To>(m.rows[1]), cast<To>(m.rows[2])}};
}

}  // namespace apart
