// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/hierarchy/fit/fit_axes_kernel.hpp>

namespace apart::hierarchy {

void axes_avx2(const double (&in)[6][8], double (&out)[9][8]);
void axes_avx2(const double (&in)[6][8], double (&out)[9][8]) { axes_in_lanes<Pack<double, 8>>(in, out); }

}  // namespace apart::hierarchy
