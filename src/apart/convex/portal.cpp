#include <apart/base/lane_width.hpp>
#include <apart/convex/portal.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/convex/portal_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart {

#if APART_WITH_AVX2
void look_avx2(const HullPair& pair, PortalResult& out);
#endif

PortalResult look_through_portal(const HullPair& pair) {
  PortalResult out;
  if (!is_quick(pair)) return out;
  switch (lane_width()) {
    case LaneWidth::one:
      look_in_lanes<1>(pair, out);
      break;
    case LaneWidth::eight:
#if APART_WITH_AVX2
      look_avx2(pair, out);
      break;
#endif
    case LaneWidth::four:
      look_in_lanes<2>(pair, out);
  }
  return out;
}

}  // namespace apart
