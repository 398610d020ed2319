// Compiled for AVX-512, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx512_machine
#include <apart/convex/polytope/polytope_gjk_kernel.hpp>

namespace apart::convex {

void polytope_gjk_avx512(const PolytopePair& pair, double reach, const PolytopeSimplex& start, GjkResult& out,
                         PolytopeSimplex& corners);
void polytope_gjk_avx512(const PolytopePair& pair, double reach, const PolytopeSimplex& start, GjkResult& out,
                         PolytopeSimplex& corners) {
  polytope_gjk_in_lanes<8>(pair, reach, start, out, corners);
}

}  // namespace apart::convex
