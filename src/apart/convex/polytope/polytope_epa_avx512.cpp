// Compiled for AVX-512, and called only where the CPU supports it: in registers of AVX2's width, for its masks and
// twice as many of them.
#define APART_LANES_OF_MACHINE avx512_machine
#include <apart/convex/polytope/polytope_epa_kernel.hpp>

namespace apart::convex {

void polytope_epa_avx512(const PolytopePair& pair, const PolytopeSimplex* start, EpaSurface* kept, EpaResult& out);
void polytope_epa_avx512(const PolytopePair& pair, const PolytopeSimplex* start, EpaSurface* kept, EpaResult& out) {
  polytope_epa_in_lanes<4>(pair, start, kept, out);
}

}  // namespace apart::convex
