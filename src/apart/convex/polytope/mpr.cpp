#include <apart/base/lane_width.hpp>
#include <apart/convex/polytope/mpr.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/convex/polytope/mpr_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::convex {

void mpr_avx2(const PolytopePair& pair, MprResult& out);

MprResult mpr(const PolytopePair& pair) {
  MprResult out;
  if (!is_quick(pair)) return out;
  constexpr PerLaneWidth<decltype(&mpr_avx2)> search{mpr_in_lanes<1>, mpr_in_lanes<2>, APART_AVX2(mpr_avx2)};
  search.of_machine()(pair, out);
  return out;
}

}  // namespace apart::convex
