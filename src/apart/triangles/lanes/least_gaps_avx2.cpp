// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/triangles/lanes/least_gaps_kernel.hpp>

namespace apart::triangles {

u64 least_gaps_avx2(const Triangle* a, int count_a, const Triangle* b, int count_b, Vec3d likely, double reach,
                    double* gaps);
u64 least_gaps_avx2(const Triangle* a, int count_a, const Triangle* b, int count_b, Vec3d likely, double reach,
                    double* gaps) {
  return least_gaps_in_lanes<4>(a, count_a, b, count_b, likely, reach, gaps);
}

}  // namespace apart::triangles
