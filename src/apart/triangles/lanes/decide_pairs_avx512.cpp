// Compiled for AVX-512, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx512_machine
#include <apart/triangles/lanes/decide_pairs_kernel.hpp>

namespace apart::triangles {

DecidedPairs decide_pairs_avx512(const Triangle* const* s, const Triangle* const* t, u32 count);
DecidedPairs decide_pairs_avx512(const Triangle* const* s, const Triangle* const* t, u32 count) {
  return decide_pairs_in_lanes<8>(s, t, count);
}

}  // namespace apart::triangles
