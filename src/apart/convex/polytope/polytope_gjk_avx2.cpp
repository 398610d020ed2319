// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/convex/polytope/polytope_gjk_kernel.hpp>

namespace apart::convex {

void polytope_gjk_avx2(const PolytopePair& pair, double reach, const PolytopeSimplex& start, GjkResult& out,
                       PolytopeSimplex& corners);
void polytope_gjk_avx2(const PolytopePair& pair, double reach, const PolytopeSimplex& start, GjkResult& out,
                       PolytopeSimplex& corners) {
  polytope_gjk_in_lanes<4>(pair, reach, start, out, corners);
}

}  // namespace apart::convex
