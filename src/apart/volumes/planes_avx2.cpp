// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/volumes/planes_kernel.hpp>

namespace apart::volumes {

extern const PlaneTests kPlaneTestsAvx2;
const PlaneTests kPlaneTestsAvx2{check_planes<8>, planes_between<8>};

}  // namespace apart::volumes
