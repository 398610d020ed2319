// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/triangles/lanes/decide_pairs_kernel.hpp>

namespace apart::triangles {

DecidedPairs decide_pairs_avx2(const Triangle* const* s, const Triangle* const* t, u32 count);
DecidedPairs decide_pairs_avx2(const Triangle* const* s, const Triangle* const* t, u32 count) {
  return decide_pairs_in_lanes<4>(s, t, count);
}

}  // namespace apart::triangles
