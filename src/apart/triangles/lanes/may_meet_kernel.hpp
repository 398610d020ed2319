// The filter of may_meet.hpp for W pairs at once. Included only by the sources that compile it for an instruction set.
#pragma once
#include <apart/triangles/lanes/lanes_kernel.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

// Are three points on one side of a plane through `on`, by more than the rounding error?
template <class P>
APART_INLINE auto on_one_side(const Vec3<P>& normal, const Vec3<P>& on, const Vec3<P> (&points)[3], const P& error) {
  const P a = dot(normal, points[0] - on), b = dot(normal, points[1] - on), c = dot(normal, points[2] - on);
  return (lesser(lesser(a, b), c) > error) | (larger(larger(a, b), c) < -error);
}

template <int W, class P = std::conditional_t<W == 1, double, Pack<double, W>>>
APART_INLINE u64 may_meet_in_lanes(const Triangle* a, int count_a, const Triangle* b, int count_b) {
  u64 out = 0;
  for (int from = 0; from < count_b; from += W) {
    Vec3<P> t[3];
    load_triangles<W>(b + from, count_b - from, t);
    const Vec3<P> low = lesser(lesser(t[0], t[1]), t[2]), high = larger(larger(t[0], t[1]), t[2]);
    const Vec3<P> normal = cross(t[1] - t[0], t[2] - t[0]);
    for (int i = 0; i < count_a; ++i) {
      const Triangle& of_a = a[i];
      const Vec3<P> s[3] = {in_each_lane<P>(of_a.a), in_each_lane<P>(of_a.b), in_each_lane<P>(of_a.c)};
      const Vec3<P> s_low = lesser(lesser(s[0], s[1]), s[2]), s_high = larger(larger(s[0], s[1]), s[2]);
      auto apart = (s_low.x > high.x) | (s_low.y > high.y) | (s_low.z > high.z) | (low.x > s_high.x) |
                   (low.y > s_high.y) | (low.z > s_high.z);
      // The largest difference of corners: for the error bound of orient3d (orient.hpp), where that is valid.
      const Vec3<P> m = larger(high, s_high) - lesser(low, s_low);
      const P error = P(50 * 0x1p-53) * m.x * m.y * m.z;
      const auto valid = (lesser(lesser(m.x, m.y), m.z) >= P(0x1p-300)) & (larger(larger(m.x, m.y), m.z) <= P(0x1p300));
      const Vec3<P> s_normal = in_each_lane<P>(cross(of_a.b - of_a.a, of_a.c - of_a.a));
      apart = apart | (valid & (on_one_side(s_normal, s[0], t, error) | on_one_side(normal, t[0], s, error)));
      u64 open;
      if constexpr (W == 1)
        open = !apart;
      else
        open = bits(!apart);
      out |= open << (8 * i + from);
    }
  }
  // Masks out lanes that were filled by repetition.
  const u64 of_row = (u64(1) << count_b) - 1;
  return out & (of_row * 0x0101010101010101u);
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
