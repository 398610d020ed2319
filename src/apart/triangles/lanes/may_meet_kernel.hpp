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

// Vertices, one per lane: x and y are loaded together.
template <int W, class P>
APART_INLINE Vec3<P> load_points(const Vec3d* const (&points)[W]) {
  if constexpr (W == 1) {
    return *points[0];
  } else {
    TwoNumbers xy[W];
    for (int k = 0; k < W; ++k) __builtin_memcpy(&xy[k], points[k], sizeof(TwoNumbers));
    Vec3<P> out;
    if constexpr (W == 2) {
      out.x.r[0] = __builtin_shufflevector(xy[0], xy[1], 0, 2),
      out.y.r[0] = __builtin_shufflevector(xy[0], xy[1], 1, 3);
      out.z.r[0] = TwoNumbers{points[0]->z, points[1]->z};
    } else {
      const FourNumbers even = __builtin_shufflevector(xy[0], xy[2], 0, 1, 2, 3),
                        odd = __builtin_shufflevector(xy[1], xy[3], 0, 1, 2, 3);
      out.x.r[0] = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
      out.y.r[0] = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
      out.z.r[0] = FourNumbers{points[0]->z, points[1]->z, points[2]->z, points[3]->z};
    }
    return out;
  }
}

// One triangle of a mesh per lane, at a pose; unused lanes repeat the first.
template <int W, class P>
APART_INLINE void load_placed(const MeshTriangles& of, int from, const Pose& pose, Vec3<P> (&corners)[3]) {
  const Mat3d& r = pose.rotation;
  const Mat3<P> rotation{{in_each_lane<P>(r.rows[0]), in_each_lane<P>(r.rows[1]), in_each_lane<P>(r.rows[2])}};
  const Vec3<P> translation = in_each_lane<P>(pose.translation);
  for (int corner = 0; corner < 3; ++corner) {
    const Vec3d* points[W];
    for (int k = 0; k < W; ++k)
      points[k] = of.vertices + of.faces[of.numbers[from + k < of.count ? from + k : from]][std::size_t(corner)];
    corners[corner] = rotation * load_points<W, P>(points) + translation;
  }
}

// Of triangles a(i), and those that load(from, t) puts into lanes.
template <int W, class OfA, class Load>
APART_INLINE MayMeet may_meet_of(int count_a, OfA a, int count_b, Load load) {
  using P = std::conditional_t<W == 1, double, Pack<double, W>>;
  MayMeet out{0, 0};
  const u64 of_row = (u64(1) << count_b) - 1;  // without the lanes that are filled by repetition
  for (int from = 0; from < count_b; from += W) {
    Vec3<P> t[3];
    load(from, t);
    const Vec3<P> low = lesser(lesser(t[0], t[1]), t[2]), high = larger(larger(t[0], t[1]), t[2]);
    const Vec3<P> normal = cross(t[1] - t[0], t[2] - t[0]);
    for (int i = 0; i < count_a; ++i) {
      const Triangle of_a = a(i);
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

template <int W>
APART_INLINE MayMeet may_meet_in_lanes(const Triangle* a, int count_a, const Triangle* b, int count_b) {
  return may_meet_of<W>(
      count_a, [&](int i) { return a[i]; }, count_b,
      [&](int from, auto& t) { load_triangles<W>(b + from, count_b - from, t); });
}

template <int W>
APART_INLINE MayMeet may_meet_placed(const MeshTriangles& a, const Pose& b_in_a, const MeshTriangles& b) {
  return may_meet_of<W>(
      a.count,
      [&](int i) {
        const Face& face = a.faces[a.numbers[i]];
        return Triangle{a.vertices[face[0]], a.vertices[face[1]], a.vertices[face[2]]};
      },
      b.count, [&](int from, auto& t) { load_placed<W>(b, from, b_in_a, t); });
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
