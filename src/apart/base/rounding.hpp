// Directed rounding of doubles to floats: towards −∞ or +∞, whatever the rounding mode.
#pragma once
#include <apart/base/vec3.hpp>
#include <bit>
#include <limits>

namespace apart {

// By the bits of floats, which are ordered as their magnitudes are: std::nextafter is a call of the C library, and this
// is computed at the start of every search. Without a branch: every other number is rounded down.
inline float float_above(double x) {
  const float f = rounded<float>(x);
  const std::int32_t bits = std::bit_cast<std::int32_t>(f), away_from_below = bits >> 31 | 1;
  return std::bit_cast<float>(bits + (away_from_below & -std::int32_t(static_cast<double>(f) < x)));
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
