#include <apart/base/assert.hpp>
#include <apart/base/lane_width.hpp>
#include <apart/triangles/may_meet.hpp>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/triangles/may_meet_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart {

#if APART_WITH_AVX2
u64 may_meet_avx2(const Triangle* a, int count_a, const Triangle* b, int count_b);
#endif

u64 may_meet(std::span<const Triangle> a, std::span<const Triangle> b) {
  APART_ASSERT(a.size() <= 8 && b.size() <= 8, "more triangles than are looked at at once");
  const int count_a = static_cast<int>(a.size()), count_b = static_cast<int>(b.size());
  switch (lane_width()) {
    case LaneWidth::one:
      return may_meet_in_lanes<1>(a.data(), count_a, b.data(), count_b);
    case LaneWidth::four:
      break;
    case LaneWidth::eight:
#if APART_WITH_AVX2
      return may_meet_avx2(a.data(), count_a, b.data(), count_b);
#endif
      break;
  }
  return may_meet_in_lanes<2>(a.data(), count_a, b.data(), count_b);
}

}  // namespace apart
