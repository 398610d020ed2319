// A rotation as a quaternion.
#pragma once
#include <apart/base/mat3.hpp>

namespace apart {

struct Quaternion {
  double w, x, y, z;  // no default values, so that arrays of it cost nothing

  // First b, then a.
  friend constexpr Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
  }
  friend constexpr bool operator==(const Quaternion&, const Quaternion&) = default;
};

// The inverse rotation, of unit length.
constexpr Quaternion inverse(const Quaternion& q) { return {q.w, -q.x, -q.y, -q.z}; }

inline Quaternion normalized(const Quaternion& q) {
  const double size = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {q.w / size, q.x / size, q.y / size, q.z / size};
}

// From a quaternion of any length but zero; over packs, too.
template <class T>
APART_INLINE Mat3<T> rotation_of(T w, T x, T y, T z) {
  const T one = T(1), s = T(2) / (w * w + x * x + y * y + z * z);
  return {{{one - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
           {s * (x * y + w * z), one - s * (x * x + z * z), s * (y * z - w * x)},
           {s * (x * z - w * y), s * (y * z + w * x), one - s * (x * x + y * y)}}};
}
inline Mat3d rotation_of(const Quaternion& q) { return rotation_of(q.w, q.x, q.y, q.z); }

// The unit quaternion of a rotation: from its largest component, so that no digits cancel.
inline Quaternion quaternion_of(const Mat3d& m) {
  const double squares[4] = {1 + m(0, 0) + m(1, 1) + m(2, 2), 1 + m(0, 0) - m(1, 1) - m(2, 2),
                             1 - m(0, 0) + m(1, 1) - m(2, 2), 1 - m(0, 0) - m(1, 1) + m(2, 2)};
  const double x = m(2, 1) - m(1, 2), y = m(0, 2) - m(2, 0), z = m(1, 0) - m(0, 1);
  const double xy = m(0, 1) + m(1, 0), yz = m(1, 2) + m(2, 1), zx = m(2, 0) + m(0, 2);
  int most = 0;
  for (int k = 1; k < 4; ++k)
    if (squares[k] > squares[most]) most = k;
  switch (most) {  // the products of the largest component with all four
    case 0:
      return normalized({squares[0], x, y, z});
    case 1:
      return normalized({x, squares[1], xy, zx});
    case 2:
      return normalized({y, xy, squares[2], yz});
    default:
      return normalized({z, zx, yz, squares[3]});
  }
}

}  // namespace apart
