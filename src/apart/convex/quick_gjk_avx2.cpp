// Compiled for AVX2, and called only where the machine has it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/convex/quick_gjk_kernel.hpp>

namespace apart {

void quick_gjk_avx2(const HullPair& pair, double reach, const HullSimplex& start, QuickGjk& out);
void quick_gjk_avx2(const HullPair& pair, double reach, const HullSimplex& start, QuickGjk& out) {
  quick_gjk_in_lanes<4>(pair, reach, start, out);
}

}  // namespace apart
