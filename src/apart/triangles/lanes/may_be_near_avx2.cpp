// Compiled for AVX2, and called only where the CPU supports it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/triangles/lanes/may_be_near_kernel.hpp>

namespace apart::triangles {

u32 may_be_near_avx2(Vec3d point, const Triangle* triangles, int count, double limit);
u32 may_be_near_avx2(Vec3d point, const Triangle* triangles, int count, double limit) {
  return may_be_near_in_lanes<4>(point, triangles, count, limit);
}

}  // namespace apart::triangles
