// Quantization steps: floats with so few digits that every multiple in range is a float.
#pragma once
#include <apart/base/vec3.hpp>
#include <limits>

namespace apart::hierarchy {

// Such a float, positive and not below x.
template <class Q>
float short_step_above(double x) {
  constexpr int digits = std::numeric_limits<float>::digits - std::numeric_limits<Q>::digits;
  int exponent;
  const double share = std::frexp(larger(x, 2.0 * double(std::numeric_limits<float>::min())), &exponent);
  return rounded<float>(std::ldexp(std::ceil(std::ldexp(share, digits)), exponent - digits));
}

}  // namespace apart::hierarchy
