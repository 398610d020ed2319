// A floating-point type of 113 bits, for the few places where a double's 53 are not enough and signs alone do not
// suffice.
#pragma once
#include <cmath>

namespace apart {

#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 Quad;
#else
using Quad = long double;  // 113 bits on ARM and in WebAssembly
#endif

inline Quad times_power_of_two(Quad x, int exponent) {
  for (; exponent > 512; exponent -= 512) x *= Quad(0x1p512);
  for (; exponent < -512; exponent += 512) x *= Quad(0x1p-512);
  return x * Quad(std::ldexp(1.0, exponent));
}

}  // namespace apart
