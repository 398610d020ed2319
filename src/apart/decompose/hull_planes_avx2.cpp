// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/decompose/hull_planes_kernel.hpp>

namespace apart::decomposition {

extern const HullPlaneTests kHullPlaneTestsAvx2;
const HullPlaneTests kHullPlaneTestsAvx2{first_beyond_box, beyond_of_point};

}  // namespace apart::decomposition
