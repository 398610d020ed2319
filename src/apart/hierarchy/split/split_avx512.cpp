// Compiled for AVX-512, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx512_machine
#include <apart/hierarchy/split/split_kernel.hpp>

namespace apart::hierarchy {

extern const SplitLanes kSplitLanesAvx512;
const SplitLanes kSplitLanesAvx512{fill_axes_in_lanes, fill_along_in_lanes, consider_in_lanes, part_in_lanes,
                                   write_down_in_lanes};

}  // namespace apart::hierarchy
