// Compiled for AVX2, and called only where the machine has it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/shapes/farthest_in_lanes_kernel.hpp>

namespace apart {

u32 farthest_avx2(const EightPoints* points, u32 blocks, Vec3d direction);
u32 farthest_avx2(const EightPoints* points, u32 blocks, Vec3d direction) {
  return farthest_in_lanes<4>(points, blocks, direction);
}

}  // namespace apart
