// Rows of four floats from memory into lanes.
#pragma once
#include <apart/base/pack.hpp>

namespace apart {
inline namespace APART_LANES_OF_BUILD {

typedef float FourFloats __attribute__((vector_size(16), may_alias));

APART_INLINE FourFloats four_floats(const float* from) {
  typedef float Anywhere __attribute__((vector_size(16), aligned(4), may_alias));
  return FourFloats(*reinterpret_cast<const Anywhere*>(from));
}

#if defined(__AVX512F__)
// Four rows side by side.
APART_INLINE __m512 sixteen_floats(const FourFloats& a, const FourFloats& b, const FourFloats& c, const FourFloats& d) {
  const __m512 ab = _mm512_insertf32x4(_mm512_castps128_ps512(__m128(a)), __m128(b), 1);
  return _mm512_insertf32x4(_mm512_insertf32x4(ab, __m128(c), 2), __m128(d), 3);
}
#endif

// Four numbers for each lane: the first ones of all lanes, the second ones, and so on. In each register of eight the
// fours of lanes k and k + 4 are side by side, in one of sixteen those of lanes k, k + 4, k + 8 and k + 12.
template <int W, class FourOf>
APART_INLINE void transpose_fours(FourOf four, Pack<float, W>* out) {
  if constexpr (sizeof(out[0].r[0]) == sizeof(FourFloats)) {
    for (int part = 0; part < W / 4; ++part) {
      const auto a = four(4 * part), b = four(4 * part + 1), c = four(4 * part + 2), d = four(4 * part + 3);
      const auto ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5),
                 ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7), cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
      out[0].r[part] = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
      out[1].r[part] = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
      out[2].r[part] = __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5);
      out[3].r[part] = __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7);
    }
  }
#if defined(__AVX512F__)
  else if constexpr (sizeof(out[0].r[0]) == 4 * sizeof(FourFloats)) {
    static_assert(Pack<float, W>::kRegisters == 1);
    const auto row = [&](int k) { return sixteen_floats(four(k), four(k + 4), four(k + 8), four(k + 12)); };
    const __m512 a = row(0), b = row(1), c = row(2), d = row(3);
    const __m512d ab = _mm512_castps_pd(_mm512_unpacklo_ps(a, b)), cd = _mm512_castps_pd(_mm512_unpacklo_ps(c, d)),
                  ab2 = _mm512_castps_pd(_mm512_unpackhi_ps(a, b)), cd2 = _mm512_castps_pd(_mm512_unpackhi_ps(c, d));
    out[0].r[0] = _mm512_castpd_ps(_mm512_unpacklo_pd(ab, cd));
    out[1].r[0] = _mm512_castpd_ps(_mm512_unpackhi_pd(ab, cd));
    out[2].r[0] = _mm512_castpd_ps(_mm512_unpacklo_pd(ab2, cd2));
    out[3].r[0] = _mm512_castpd_ps(_mm512_unpackhi_pd(ab2, cd2));
  }
#endif
  else {
    for (int part = 0; part < Pack<float, W>::kRegisters; ++part) {
      const auto row = [&](int k) {
        return __builtin_shufflevector(four(8 * part + k), four(8 * part + k + 4), 0, 1, 2, 3, 4, 5, 6, 7);
      };
      const auto a = row(0), b = row(1), c = row(2), d = row(3);
      const auto ab = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13),
                 cd = __builtin_shufflevector(c, d, 0, 8, 1, 9, 4, 12, 5, 13),
                 ab2 = __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15),
                 cd2 = __builtin_shufflevector(c, d, 2, 10, 3, 11, 6, 14, 7, 15);
      out[0].r[part] = __builtin_shufflevector(ab, cd, 0, 1, 8, 9, 4, 5, 12, 13);
      out[1].r[part] = __builtin_shufflevector(ab, cd, 2, 3, 10, 11, 6, 7, 14, 15);
      out[2].r[part] = __builtin_shufflevector(ab2, cd2, 0, 1, 8, 9, 4, 5, 12, 13);
      out[3].r[part] = __builtin_shufflevector(ab2, cd2, 2, 3, 10, 11, 6, 7, 14, 15);
    }
  }
}

}  // namespace APART_LANES_OF_BUILD
}  // namespace apart
