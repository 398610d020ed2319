// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/convex/polytope/polytope_epa_kernel.hpp>

namespace apart::convex {

void polytope_epa_avx2(const PolytopePair& pair, const PolytopeSimplex* start, EpaSurface* kept, EpaResult& out);
void polytope_epa_avx2(const PolytopePair& pair, const PolytopeSimplex* start, EpaSurface* kept, EpaResult& out) {
  polytope_epa_in_lanes<4>(pair, start, kept, out);
}

}  // namespace apart::convex
