// Directed rounding of doubles to floats: towards −∞ or +∞, whatever the rounding mode.
#pragma once
#include <apart/base/vec3.hpp>
#include <limits>

namespace apart {

inline float float_below(double x) {
  const float f = rounded<float>(x);
  return static_cast<double>(f) > x ? std::nextafter(f, -std::numeric_limits<float>::infinity()) : f;
}

inline float float_above(double x) {
  const float f = rounded<float>(x);
  return static_cast<double>(f) < x ? std::nextafter(f, std::numeric_limits<float>::infinity()) : f;
}

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
