// Length and unit vector of a vector at every scale, also where squares overflow or underflow.
#pragma once
#include <apart/base/bounds.hpp>

namespace apart {

struct Normalized {
  Vec3d unit{};  // of length 1, or zero
  double length = 0;
};

inline Normalized normalized(Vec3d v) {
  const double size = largest(abs(v));
  if (size > 1e-140 && size < 1e140) {
    const double l = length(v);
    return {v / l, l};
  }
  if (!(size > 0)) return {};
  const Vec3d even = v / size;
  const double l = length(even);
  return {even / l, l * size};
}

// The same with one division instead of three: the unit vector may be off by a rounding more.
APART_INLINE Normalized quickly_normalized(Vec3d v) {
  const double square = squared_length(v);
  if (!(square > 1e-280 && square < 1e280)) return normalized(v);
  const double length = std::sqrt(square);
  return {(1 / length) * v, length};
}

// A unit vector perpendicular to a vector; any unit vector if that is zero.
inline Vec3d perpendicular(Vec3d v) {
  const Vec3d a = abs(v);
  const int least = a.x <= a.y ? (a.x <= a.z ? 0 : 2) : (a.y <= a.z ? 1 : 2);
  Vec3d axis{};
  axis[least] = 1;
  const Vec3d across = normalized(cross(normalized(v).unit, axis)).unit;
  return across == Vec3d{} ? axis : across;
}

// Rounding error of sums of a few products of numbers this large.
constexpr double rounding_error(double size) { return 16 * (std::numeric_limits<double>::epsilon() / 2) * size; }

}  // namespace apart
