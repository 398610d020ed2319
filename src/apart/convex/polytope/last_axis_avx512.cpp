// Compiled for AVX-512, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx512_machine
#include <apart/convex/polytope/last_axis_kernel.hpp>

namespace apart::convex {

double along_last_axis_avx512(const PolytopePair& pair, const EpaSurface& kept, double last_depth, double slop,
                              GjkResult& out);
double along_last_axis_avx512(const PolytopePair& pair, const EpaSurface& kept, double last_depth, double slop,
                              GjkResult& out) {
  return along_last_axis_in_lanes<8>(pair, kept, last_depth, slop, out);
}

}  // namespace apart::convex
