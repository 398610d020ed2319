// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/convex/polytope/mpr_kernel.hpp>

namespace apart::convex {

void mpr_avx2(const PolytopePair& pair, MprResult& out);
void mpr_avx2(const PolytopePair& pair, MprResult& out) { mpr_in_lanes<4>(pair, out); }

}  // namespace apart::convex
