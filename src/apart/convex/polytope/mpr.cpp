#include <apart/base/lane_width.hpp>
#include <apart/convex/polytope/mpr.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/convex/polytope/mpr_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart {

#if APART_WITH_AVX2
void mpr_avx2(const PolytopePair& pair, MprResult& out);
#endif

MprResult mpr(const PolytopePair& pair) {
  MprResult out;
  if (!is_quick(pair)) return out;
  switch (lane_width()) {
    case LaneWidth::one:
      mpr_in_lanes<1>(pair, out);
      break;
    case LaneWidth::eight:
#if APART_WITH_AVX2
      mpr_avx2(pair, out);
      break;
#endif
    case LaneWidth::four:
      mpr_in_lanes<2>(pair, out);
  }
  return out;
}

}  // namespace apart
