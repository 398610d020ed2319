// The bits of a byte that are set, and numbers in lanes chosen by them.
#pragma once
#include <apart/base/register.hpp>

namespace apart {
inline namespace APART_LANES_OF_BUILD {

#if defined(__AVX2__)
// Of the bits that are set, the numbers, a byte each.
struct SetBits {
  u64 of[256];
};
constexpr SetBits set_bits(bool last_first) {
  SetBits out{};
  for (u32 which = 0; which < 256; ++which)
    for (u32 k = 0, place = 0; k < 8; ++k) {
      const u32 bit = last_first ? 7 - k : k;
      if (which >> bit & 1) out.of[which] |= u64(bit) << 8 * place++;
    }
  return out;
}
inline constexpr SetBits kSetBits = set_bits(false), kSetBitsLastFirst = set_bits(true);

// Of eight numbers those whose bits are set, one after the other; what follows them is any of the eight.
APART_INLINE __m256i those_set(__m256i numbers, u32 which) {
  const __m256i places = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(kSetBits.of[which])));
  return _mm256_permutevar8x32_epi32(numbers, places);
}
#endif

}  // namespace APART_LANES_OF_BUILD
}  // namespace apart
