#include <apart/base/lane_width.hpp>
#include <apart/convex/polytope/polytope_epa.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/convex/polytope/polytope_epa_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::convex {

void polytope_epa_avx2(const PolytopePair& pair, const PolytopeSimplex& start, EpaResult& out);

EpaResult polytope_epa(const PolytopePair& pair, const PolytopeSimplex& start) {
  EpaResult out;
  if (!is_quick(pair) || start.count != 4) return out;
  constexpr PerLaneWidth<decltype(&polytope_epa_avx2)> search{polytope_epa_in_lanes<1>, polytope_epa_in_lanes<2>,
                                                              APART_AVX2(polytope_epa_avx2)};
  search.of_machine()(pair, start, out);
  return out;
}

}  // namespace apart::convex
