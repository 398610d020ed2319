#include <apart/base/lane_width.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/hierarchy/split/split_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::hierarchy {

extern const SplitLanes kSplitLanesAvx2, kSplitLanesAvx512;

namespace {
constexpr SplitLanes kSplitLanes{fill_axes_in_lanes, fill_along_in_lanes, consider_in_lanes, part_in_lanes,
                                 write_down_in_lanes};
}

const SplitLanes& split_lanes() {
  constexpr PerLaneWidth<const SplitLanes*> code{&kSplitLanes, &kSplitLanes, APART_AVX2(&kSplitLanesAvx2),
                                                 APART_AVX512(&kSplitLanesAvx512)};
  return *code.of_machine();
}

}  // namespace apart::hierarchy
