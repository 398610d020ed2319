// The filter of may_meet.hpp for W pairs at once. Included only by the sources that compile it for an instruction set.
#pragma once
#include <apart/triangles/lanes/lanes_kernel.hpp>
#include <apart/triangles/lanes/may_meet.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

// Distances from a plane, times the length of its normal.
template <class P>
struct Sides {
  P of[3];

  APART_INLINE Sides(const Vec3<P>& normal, const Vec3<P>& on, const Vec3<P> (&points)[3])
      : of{dot(normal, points[0] - on), dot(normal, points[1] - on), dot(normal, points[2] - on)} {}
  // All on one side, by more than the rounding error.
  APART_INLINE auto one_side(const P& error) const {
    return (lesser(lesser(of[0], of[1]), of[2]) > error) | (larger(larger(of[0], of[1]), of[2]) < -error);
  }
  APART_INLINE P least() const {
    using std::abs;
    return lesser(lesser(abs(of[0]), abs(of[1])), abs(of[2]));
  }
};

// A triangle that crosses a plane, the corner that is alone on its side first, in the order of plainly().
template <class P>
struct LoneFirst {
  Vec3<P> lone, next, last;
  P side;

  APART_INLINE LoneFirst(const Vec3<P> (&t)[3], const Sides<P>& at) {
    const auto up0 = at.of[0] > P(0), up1 = at.of[1] > P(0), up2 = at.of[2] > P(0);
    const auto third = (up0 & up1) | !(up0 | up1), second = (up0 & up2) | !(up0 | up2);  // else the first
    const auto pick = [&](const auto& x2, const auto& x1, const auto& x0) {
      return select(third, x2, select(second, x1, x0));
    };
    const auto corner = [&](const Vec3<P>& x2, const Vec3<P>& x1, const Vec3<P>& x0) {
      return Vec3<P>{pick(x2.x, x1.x, x0.x), pick(x2.y, x1.y, x0.y), pick(x2.z, x1.z, x0.z)};
    };
    lone = corner(t[2], t[1], t[0]), next = corner(t[0], t[2], t[1]), last = corner(t[1], t[0], t[2]);
    side = pick(at.of[2], at.of[1], at.of[0]);
  }
  template <class M>
  APART_INLINE void exchange(const M& where) {
    const Vec3<P> was = next;
    next = {select(where, last.x, next.x), select(where, last.y, next.y), select(where, last.z, next.z)};
    last = {select(where, was.x, last.x), select(where, was.y, last.y), select(where, was.z, last.z)};
  }
};

template <int W, class P = std::conditional_t<W == 1, double, Pack<double, W>>>
APART_INLINE MayMeet may_meet_in_lanes(const Triangle* a, int count_a, const Triangle* b, int count_b) {
  MayMeet out{0, 0};
  const u64 of_row = (u64(1) << count_b) - 1;  // without the lanes that are filled by repetition
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
      const Sides<P> of_t(in_each_lane<P>(cross(of_a.b - of_a.a, of_a.c - of_a.a)), s[0], t), of_s(normal, t[0], s);
      apart = apart | (valid & (of_t.one_side(error) | of_s.one_side(error)));
      u64 open = u64(bits(!apart)) << from & of_row;
      if (!open) continue;
      // Each crosses the other's plane: do the two intervals of the common line overlap? As plainly() does it.
      const auto sure = valid & (lesser(of_s.least(), of_t.least()) > error);
      LoneFirst<P> p(s, of_s), q(t, of_t);
      q.exchange(p.side < P(0)), p.exchange(q.side < P(0));
      const Vec3<P> across = q.lone - p.lone;
      const P first = dot(cross(p.next - p.lone, across), q.next - p.lone),
              second = dot(cross(p.last - p.lone, across), q.last - p.lone);
      const auto miss = sure & ((first > error) | (second < -error)), meet = sure & (first < -error) & (second > error);
      open &= ~(u64(bits(miss)) << from);
      out.open |= open << (8 * i);
      out.meeting |= (open & u64(bits(meet)) << from) << (8 * i);
    }
  }
  return out;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
