// Affine node transforms as files give them: any linear map and a translation.
#pragma once
#include <apart/base/mat3.hpp>

namespace apart::io {

struct Affine {
  Mat3d linear{};
  Vec3d shift{};

  friend Affine operator*(const Affine& a, const Affine& b) {
    return {a.linear * b.linear, a.linear * b.shift + a.shift};
  }
};

inline bool is_finite(const Affine& a) {
  return apart::is_finite(a.linear.rows[0]) && apart::is_finite(a.linear.rows[1]) &&
         apart::is_finite(a.linear.rows[2]) && apart::is_finite(a.shift);
}

// Equal up to `tolerance` relative to the larger entries.
inline bool alike(const Mat3d& a, const Mat3d& b, double tolerance) {
  double size = 0, difference = 0;
  for (int i = 0; i < 3; ++i) {
    size = larger(size, largest(abs(a.rows[i])));
    difference = larger(difference, largest(abs(a.rows[i] - b.rows[i])));
  }
  return difference <= tolerance * size;
}

}  // namespace apart::io
