// One SIMD register of numbers: what vector types lack or spell differently from one instruction set to another. For
// Pack alone.
#pragma once
#include <apart/base/inline.hpp>
#include <apart/base/vec3.hpp>
#include <type_traits>
// The header for all instruction sets takes half a second to parse, so the small one is included where it suffices.
#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

// The width of registers is part of the names of types that depend on it, so that objects built for different
// instruction sets never share a function.
#if defined(__AVX512F__)
#define APART_LANES_OF_BUILD lanes64
#elif defined(__AVX2__)
#define APART_LANES_OF_BUILD lanes32
#else
#define APART_LANES_OF_BUILD lanes16
#endif

namespace apart {
inline namespace APART_LANES_OF_BUILD {

#if defined(__AVX512F__)
constexpr int kRegisterBytes = 64;
#elif defined(__AVX2__)
constexpr int kRegisterBytes = 32;
#else
constexpr int kRegisterBytes = 16;
#endif

namespace lanes {

template <class T>
using Signed = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;

template <class T, int kBytes>
struct Register {
  static constexpr int lanes = kBytes / static_cast<int>(sizeof(T));
  typedef T Numbers __attribute__((vector_size(kBytes)));
  typedef Signed<T> Truth __attribute__((vector_size(kBytes)));  // all ones if true, zero if false

  APART_INLINE static constexpr Truth less(const Numbers& a, const Numbers& b) { return a < b; }
  APART_INLINE static constexpr Truth at_most(const Numbers& a, const Numbers& b) { return a <= b; }
  APART_INLINE static constexpr Truth equal(const Numbers& a, const Numbers& b) { return a == b; }
  APART_INLINE static Truth both(const Truth& a, const Truth& b) { return a & b; }
  APART_INLINE static Truth either(const Truth& a, const Truth& b) { return a | b; }
  APART_INLINE static constexpr Truth opposite(const Truth& a) { return ~a; }
  APART_INLINE static Numbers select(const Truth& where, const Numbers& yes, const Numbers& no) {
    return where ? yes : no;
  }
  // Of numbers that are equal, and where one is none, the first.
  APART_INLINE static Numbers lesser(const Numbers& a, const Numbers& b) { return b < a ? b : a; }
  APART_INLINE static Numbers larger(const Numbers& a, const Numbers& b) { return a < b ? b : a; }

  APART_INLINE static u32 bits(const Truth& s) {
#if defined(__SSE2__)
    if constexpr (kBytes == 16 && sizeof(T) == 4) return static_cast<u32>(_mm_movemask_ps((__m128)s));
    if constexpr (kBytes == 16 && sizeof(T) == 8) return static_cast<u32>(_mm_movemask_pd((__m128d)s));
#endif
#if defined(__AVX2__)
    if constexpr (kBytes == 32 && sizeof(T) == 4) return static_cast<u32>(_mm256_movemask_ps((__m256)s));
    if constexpr (kBytes == 32 && sizeof(T) == 8) return static_cast<u32>(_mm256_movemask_pd((__m256d)s));
#endif
    u32 found = 0;
    for (int lane = 0; lane < lanes; ++lane) found |= u32(s[lane] != 0) << lane;
    return found;
  }
  APART_INLINE static Numbers sqrt(const Numbers& a) {
#if defined(__SSE2__)
    if constexpr (kBytes == 16 && sizeof(T) == 4) return _mm_sqrt_ps(a);
    if constexpr (kBytes == 16 && sizeof(T) == 8) return _mm_sqrt_pd(a);
#endif
#if defined(__AVX2__)
    if constexpr (kBytes == 32 && sizeof(T) == 4) return _mm256_sqrt_ps(a);
    if constexpr (kBytes == 32 && sizeof(T) == 8) return _mm256_sqrt_pd(a);
#endif
    Numbers roots;
    for (int lane = 0; lane < lanes; ++lane) roots[lane] = std::sqrt(a[lane]);
    return roots;
  }
};

#if defined(__AVX512F__)
// Of AVX-512 a comparison is a bit for each lane, and kept as such, by instructions that are named. Of vector types GCC
// 12 makes the same in small functions.
template <class T>
struct Register<T, 64> {
  static constexpr bool kFloats = sizeof(T) == 4;
  static constexpr int lanes = 64 / static_cast<int>(sizeof(T));
  typedef T Numbers __attribute__((vector_size(64)));
  using Truth = std::conditional_t<kFloats, __mmask16, __mmask8>;

  APART_INLINE static Truth less(const Numbers& a, const Numbers& b) { return compared<_CMP_LT_OQ>(a, b); }
  APART_INLINE static Truth at_most(const Numbers& a, const Numbers& b) { return compared<_CMP_LE_OQ>(a, b); }
  APART_INLINE static Truth equal(const Numbers& a, const Numbers& b) { return compared<_CMP_EQ_OQ>(a, b); }
  APART_INLINE static Truth both(Truth a, Truth b) { return static_cast<Truth>(a & b); }
  APART_INLINE static Truth either(Truth a, Truth b) { return static_cast<Truth>(a | b); }
  APART_INLINE static Truth opposite(Truth a) { return static_cast<Truth>(~a); }
  APART_INLINE static Numbers select(Truth where, const Numbers& yes, const Numbers& no) {
    if constexpr (kFloats)
      return _mm512_mask_blend_ps(where, no, yes);
    else
      return _mm512_mask_blend_pd(where, no, yes);
  }
  APART_INLINE static Numbers lesser(const Numbers& a, const Numbers& b) {
    if constexpr (kFloats)
      return _mm512_min_ps(b, a);
    else
      return _mm512_min_pd(b, a);
  }
  APART_INLINE static Numbers larger(const Numbers& a, const Numbers& b) {
    if constexpr (kFloats)
      return _mm512_max_ps(b, a);
    else
      return _mm512_max_pd(b, a);
  }
  APART_INLINE static u32 bits(Truth s) { return s; }
  APART_INLINE static Numbers sqrt(const Numbers& a) {
    if constexpr (kFloats)
      return _mm512_sqrt_ps(a);
    else
      return _mm512_sqrt_pd(a);
  }

 private:
  template <int kHow>
  APART_INLINE static Truth compared(const Numbers& a, const Numbers& b) {
    if constexpr (kFloats)
      return _mm512_cmp_ps_mask(a, b, kHow);
    else
      return _mm512_cmp_pd_mask(a, b, kHow);
  }
};
#endif

}  // namespace lanes
}  // namespace APART_LANES_OF_BUILD
}  // namespace apart
