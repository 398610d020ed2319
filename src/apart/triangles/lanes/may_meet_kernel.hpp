// The filter of may_meet.hpp for W pairs at once. Included only by the sources that compile it for an instruction set.
#pragma once
#include <apart/triangles/lanes/may_meet.hpp>
#include <apart/triangles/lanes/meet_kernel.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

template <int W>
APART_INLINE MayMeet may_meet_in_lanes(const Triangle* a, int count_a, const Triangle* b, int count_b) {
  using P = std::conditional_t<W == 1, double, Pack<double, W>>;
  MayMeet out{0, 0};
  const u64 of_row = (u64(1) << count_b) - 1;  // without the lanes that are filled by repetition
  for (int from = 0; from < count_b; from += W) {
    const LaneTriangles<P> t = load_triangles<W, P>(b + from, count_b - from);
    for (int i = 0; i < count_a; ++i) {
      const Vec3<P> s[3] = {in_all_lanes<P>(a[i].a), in_all_lanes<P>(a[i].b), in_all_lanes<P>(a[i].c)};
      const auto told = tell(s, t.corners);
      out.open |= (u64(bits(!told.apart)) << from & of_row) << (8 * i);
      out.meeting |= (u64(bits(told.meeting)) << from & of_row) << (8 * i);
    }
  }
  return out;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
