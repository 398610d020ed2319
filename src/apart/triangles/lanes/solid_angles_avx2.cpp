// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/triangles/lanes/solid_angles_kernel.hpp>

namespace apart::triangles {

extern const SolidAngles kSolidAnglesAvx2;
const SolidAngles kSolidAnglesAvx2{fan_in_lanes, triangles_in_lanes};

}  // namespace apart::triangles
