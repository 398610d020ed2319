#include <apart/base/lane_width.hpp>
#include <apart/hierarchy/fit/fit_lanes.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/hierarchy/fit/fit_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::hierarchy {

extern const FitLanes kFitLanesAvx2;

namespace {

template <class P>
constexpr FitLanes kFitLanes{axes_in_lanes<P>, spreads_in_lanes<P>, extents_in_lanes, box_of_extents, box_in_lanes};

}  // namespace

const FitLanes& fit_lanes() {
  // Several registers' worth, to hide the latency of roots and quotients.
  constexpr PerLaneWidth<const FitLanes*> code{&kFitLanes<double>, &kFitLanes<Pack<double, 8>>,
                                               APART_AVX2(&kFitLanesAvx2)};
  return *code.of_machine();
}

}  // namespace apart::hierarchy
