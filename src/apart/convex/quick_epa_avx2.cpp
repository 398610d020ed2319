// Compiled for AVX2, and called only where the machine has it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/convex/quick_epa_kernel.hpp>

namespace apart {

void quick_epa_avx2(const HullPair& pair, const HullSimplex& start, EpaResult& out);
void quick_epa_avx2(const HullPair& pair, const HullSimplex& start, EpaResult& out) {
  quick_epa_in_lanes<4>(pair, start, out);
}

}  // namespace apart
