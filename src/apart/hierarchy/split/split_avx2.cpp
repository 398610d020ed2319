// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/hierarchy/split/split_kernel.hpp>

namespace apart::hierarchy {

extern const SplitLanes kSplitLanesAvx2;
const SplitLanes kSplitLanesAvx2{fill_axes_in_lanes, fill_along_in_lanes, consider_in_lanes, part_in_lanes,
                                 write_down_in_lanes};

}  // namespace apart::hierarchy
