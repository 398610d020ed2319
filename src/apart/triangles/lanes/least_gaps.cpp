#include <apart/base/assert.hpp>
#include <apart/base/lane_width.hpp>
#include <apart/triangles/lanes/least_gaps.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/triangles/lanes/least_gaps_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::triangles {

u64 least_gaps_avx2(const Triangle* a, int count_a, const Triangle* b, int count_b, Vec3d likely, double reach,
                    double* gaps);

u64 least_gaps(std::span<const Triangle> a, std::span<const Triangle> b, Vec3d likely, double reach,
               double (&gaps)[64]) {
  APART_ASSERT(!a.empty() && a.size() <= 8 && !b.empty() && b.size() <= 8, "not one to eight triangles");
  const int count_a = static_cast<int>(a.size()), count_b = static_cast<int>(b.size());
  constexpr PerLaneWidth<decltype(&least_gaps_avx2)> bounds{least_gaps_in_lanes<1>, least_gaps_in_lanes<2>,
                                                            APART_AVX2(least_gaps_avx2)};
  return bounds.of_machine()(a.data(), count_a, b.data(), count_b, likely, reach, gaps);
}

}  // namespace apart::triangles
