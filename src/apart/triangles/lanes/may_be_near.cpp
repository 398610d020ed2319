#include <apart/base/assert.hpp>
#include <apart/base/lane_width.hpp>
#include <apart/triangles/lanes/may_be_near.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/triangles/lanes/may_be_near_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::triangles {

u32 may_be_near_avx2(Vec3d point, const Triangle* triangles, int count, double limit);

u32 may_be_near(Vec3d point, std::span<const Triangle> triangles, double limit) {
  APART_ASSERT(!triangles.empty() && triangles.size() <= 8, "not one to eight triangles");
  constexpr PerLaneWidth<decltype(&may_be_near_avx2)> filter{may_be_near_in_lanes<1>, may_be_near_in_lanes<2>,
                                                             APART_AVX2(may_be_near_avx2)};
  return filter.of_machine()(point, triangles.data(), static_cast<int>(triangles.size()), limit);
}

}  // namespace apart::triangles
