// Packs of four doubles as floats, to the nearest, and back.
#pragma once
#include <apart/base/pack.hpp>

namespace apart {
inline namespace APART_LANES_OF_BUILD {

APART_INLINE Pack<float, 4> narrowed(const Pack<double, 4>& numbers) {
  Pack<float, 4> out;
#if defined(__AVX2__)
  out.r[0] = _mm256_cvtpd_ps(numbers.r[0]);
#elif defined(__SSE2__)
  out.r[0] = _mm_movelh_ps(_mm_cvtpd_ps(numbers.r[0]), _mm_cvtpd_ps(numbers.r[1]));
#else
  for (int k = 0; k < 4; ++k) out.set(k, rounded<float>(numbers[k]));
#endif
  return out;
}

APART_INLINE Pack<double, 4> widened(const Pack<float, 4>& numbers) {
  Pack<double, 4> out;
#if defined(__AVX2__)
  out.r[0] = _mm256_cvtps_pd(numbers.r[0]);
#elif defined(__SSE2__)
  out.r[0] = _mm_cvtps_pd(numbers.r[0]);
  out.r[1] = _mm_cvtps_pd(_mm_movehl_ps(numbers.r[0], numbers.r[0]));
#else
  for (int k = 0; k < 4; ++k) out.set(k, static_cast<double>(numbers[k]));
#endif
  return out;
}

}  // namespace APART_LANES_OF_BUILD
}  // namespace apart
