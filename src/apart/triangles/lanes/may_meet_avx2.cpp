// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/triangles/lanes/may_meet_kernel.hpp>

namespace apart::triangles {

MayMeet may_meet_avx2(const Triangle* a, int count_a, const Triangle* b, int count_b);
MayMeet may_meet_avx2(const Triangle* a, int count_a, const Triangle* b, int count_b) {
  return may_meet_in_lanes<4>(a, count_a, b, count_b);
}

}  // namespace apart::triangles
