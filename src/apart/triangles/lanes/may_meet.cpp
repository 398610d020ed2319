#include <apart/base/assert.hpp>
#include <apart/base/lane_width.hpp>
#include <apart/triangles/lanes/may_meet.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/triangles/lanes/may_meet_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::triangles {

MayMeet may_meet_avx2(const Triangle* a, int count_a, const Triangle* b, int count_b);

MayMeet may_meet(std::span<const Triangle> a, std::span<const Triangle> b) {
  APART_ASSERT(a.size() <= 8 && b.size() <= 8, "more than eight triangles");
  const int count_a = static_cast<int>(a.size()), count_b = static_cast<int>(b.size());
  constexpr PerLaneWidth<decltype(&may_meet_avx2)> test{may_meet_in_lanes<1>, may_meet_in_lanes<2>,
                                                        APART_AVX2(may_meet_avx2)};
  return test.of_machine()(a.data(), count_a, b.data(), count_b);
}

}  // namespace apart::triangles
