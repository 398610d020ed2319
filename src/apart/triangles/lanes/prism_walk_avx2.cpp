// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/triangles/lanes/prism_walk_kernel.hpp>

namespace apart::triangles {

extern const PrismWalk kPrismWalkAvx2;
const PrismWalk kPrismWalkAvx2{see_four, reach_four};

}  // namespace apart::triangles
