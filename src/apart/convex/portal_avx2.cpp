// Compiled for AVX2, and called only where the machine has it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/convex/portal_kernel.hpp>

namespace apart {

void look_avx2(const HullPair& pair, PortalResult& out);
void look_avx2(const HullPair& pair, PortalResult& out) { look_in_lanes<4>(pair, out); }

}  // namespace apart
