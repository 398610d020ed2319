#include <apart/base/lane_width.hpp>
#include <apart/convex/polytope/polytope_epa.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/convex/polytope/polytope_epa_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart {

#if APART_WITH_AVX2
void polytope_epa_avx2(const PolytopePair& pair, const PolytopeSimplex& start, EpaResult& out);
#endif

EpaResult polytope_epa(const PolytopePair& pair, const PolytopeSimplex& start) {
  EpaResult out;
  if (!is_quick(pair) || start.count != 4) return out;
  switch (lane_width()) {
    case LaneWidth::one:
      polytope_epa_in_lanes<1>(pair, start, out);
      break;
    case LaneWidth::eight:
#if APART_WITH_AVX2
      polytope_epa_avx2(pair, start, out);
      break;
#endif
    case LaneWidth::four:
      polytope_epa_in_lanes<2>(pair, start, out);
  }
  return out;
}

}  // namespace apart
