// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/hierarchy/fit/fit_kernel.hpp>

namespace apart::hierarchy {

extern const FitLanes kFitLanesAvx2;
const FitLanes kFitLanesAvx2{axes_in_lanes<Pack<double, 16>>, spreads_in_lanes<Pack<double, 8>>, extents_in_lanes,
                             box_of_extents, box_in_lanes};

}  // namespace apart::hierarchy
