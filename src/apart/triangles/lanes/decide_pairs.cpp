#include <apart/base/lane_width.hpp>
#include <apart/triangles/lanes/decide_pairs.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/triangles/lanes/decide_pairs_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::triangles {

DecidedPairs decide_pairs_avx2(const Triangle* const* s, const Triangle* const* t, u32 count);
DecidedPairs decide_pairs_avx512(const Triangle* const* s, const Triangle* const* t, u32 count);

DecidedPairs decide_pairs(const Triangle* const* s, const Triangle* const* t, u32 count) {
  constexpr PerLaneWidth<decltype(&decide_pairs)> decide{decide_pairs_in_lanes<1>, decide_pairs_in_lanes<2>,
                                                         APART_AVX2(decide_pairs_avx2),
                                                         APART_AVX512(decide_pairs_avx512)};
  return decide.of_machine()(s, t, count);
}

}  // namespace apart::triangles
