// Directed rounding of doubles to floats: towards −∞ or +∞, whatever the rounding mode.
#pragma once
#include <cmath>
#include <limits>
#include <type_traits>

namespace apart {

// static_cast, but the value is really rounded. GCC 12 (at least 12.2, when it vectorizes straight-line code) may omit
// the rounding in a double → float → double chain: a box measured about its rounded centre was in fact measured about
// the unrounded one. The empty statement forces the float value.
template <class To, class From>
constexpr To rounded(From x) {
  To y = static_cast<To>(x);
#if defined(__GNUC__) && !defined(__clang__)
  if constexpr (std::is_same_v<To, float> && std::is_same_v<From, double>)
    if (!std::is_constant_evaluated()) __asm__("" : "+m"(y));
#endif
  return y;
}

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
