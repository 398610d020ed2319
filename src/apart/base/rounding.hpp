// Directed rounding of doubles to floats: towards −∞ or +∞, whatever the rounding mode.
#pragma once
#include <apart/base/vec3.hpp>
#include <bit>
#include <limits>

namespace apart {

// By the bits of floats, which are ordered as their magnitudes are: std::nextafter is a call of the C library, and this
// is computed at the start of every search.
inline float float_above(double x) {
  const float f = rounded<float>(x);
  if (!(static_cast<double>(f) < x)) return f;
  if (f == 0) return std::bit_cast<float>(u32(1));
  return std::bit_cast<float>(std::bit_cast<u32>(f) + (f > 0 ? 1 : ~u32(0)));
}

inline float float_below(double x) { return -float_above(-x); }

// The same for a scalar type chosen by the caller; a double is already exact.
template <class T>
T round_below(double x) {
  if constexpr (sizeof(T) == sizeof(double))
    return x;
  else
    return float_below(x);
}
template <class T>
T round_above(double x) {
  if constexpr (sizeof(T) == sizeof(double))
    return x;
  else
    return float_above(x);
}

}  // namespace apart
