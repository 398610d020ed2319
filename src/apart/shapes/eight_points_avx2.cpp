// Compiled for AVX2, and called only where the machine has it.
#define APART_LANES_OF_MACHINE avx2_machine
#include <apart/shapes/eight_points_kernel.hpp>

namespace apart {

u32 farthest_avx2(const EightPoints<double>* points, u32 blocks, Vec3d direction);
u32 farthest_avx2(const EightPoints<double>* points, u32 blocks, Vec3d direction) {
  return farthest_in_lanes<double, 4>(points, blocks, direction);
}
u32 farthest_avx2(const EightPoints<float>* points, u32 blocks, Vec3f direction);
u32 farthest_avx2(const EightPoints<float>* points, u32 blocks, Vec3f direction) {
  return farthest_in_lanes<float, 8>(points, blocks, direction);
}
float reach_avx2(const EightPoints<float>* points, u32 blocks, Vec3f direction);
float reach_avx2(const EightPoints<float>* points, u32 blocks, Vec3f direction) {
  return reach_in_lanes<float, 8>(points, blocks, direction);
}

}  // namespace apart
