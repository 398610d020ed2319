// Do pairs of triangles meet, one pair per lane? By doubles where these are certain, else by sums of two doubles.
// Included only by the sources that compile it for an instruction set.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/base/two_doubles.hpp>
#include <apart/triangles/lanes/lanes_kernel.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

// A product and what rounding took from it. By fused products where the machine has them: the same bits as by halves,
// of the sizes that are tested here, unless that difference underflows.
template <class P>
APART_INLINE BasicTwoDoubles<P> exact_product(const P& a, const P& b) {
#if defined(__AVX512F__)
  if constexpr (sizeof(P) == sizeof(__m512d)) {
    const P product = a * b;
    return {product, lanes::each<P>([&](int i) { return _mm512_fmsub_pd(a.r[i], b.r[i], product.r[i]); })};
  }
#endif
#if defined(__FMA__)
  if constexpr (sizeof(P) == sizeof(__m256d)) {
    const P product = a * b;
    return {product, lanes::each<P>([&](int i) { return _mm256_fmsub_pd(a.r[i], b.r[i], product.r[i]); })};
  }
#endif
  return BasicTwoDoubles<P>::of_product(a, b);
}

// Determinants by sums of two doubles that need not be normalized.
template <class P>
struct Precise {
  P high, low;

  APART_INLINE static Precise difference(const P& a, const P& b) {  // exact
    const auto sum = BasicTwoDoubles<P>::of_sum(a, -b);
    return {sum.high, sum.low};
  }
  APART_INLINE friend Precise operator*(const Precise& a, const Precise& b) {
    const auto product = exact_product(a.high, b.high);
    return {product.high, product.low + (a.high * b.low + a.low * b.high)};
  }
  APART_INLINE friend Precise operator+(const Precise& a, const Precise& b) {
    const auto sum = BasicTwoDoubles<P>::of_sum(a.high, b.high);
    return {sum.high, sum.low + (a.low + b.low)};
  }
  APART_INLINE friend Precise operator-(const Precise& a, const Precise& b) { return a + Precise{-b.high, -b.low}; }
};
template <class P>
APART_INLINE Vec3<Precise<P>> precise_difference(const Vec3<P>& a, const Vec3<P>& b) {
  return {Precise<P>::difference(a.x, b.x), Precise<P>::difference(a.y, b.y), Precise<P>::difference(a.z, b.z)};
}
template <class P>
APART_INLINE Vec3<Precise<P>> precise_normal(const Vec3<P>& a, const Vec3<P>& b, const Vec3<P>& c) {
  return cross(precise_difference(b, a), precise_difference(c, a));
}
template <class P>
APART_INLINE P precise_side(const Vec3<Precise<P>>& normal, const Vec3<P>& on, const Vec3<P>& p) {
  const Precise<P> side = dot(normal, precise_difference(p, on));
  return side.high + side.low;
}

// Distances from a plane, times the length of its normal.
template <class P>
struct Sides {
  P of[3];

  APART_INLINE Sides(const Vec3<P> (&plane)[3], const Vec3<P> (&points)[3]) {
    const Vec3<P> normal = cross(plane[1] - plane[0], plane[2] - plane[0]);
    for (int k = 0; k < 3; ++k) of[k] = dot(normal, points[k] - plane[0]);
  }
  APART_INLINE Sides(const Vec3<Precise<P>>& normal, const Vec3<P>& on, const Vec3<P> (&points)[3])
      : of{precise_side(normal, on, points[0]), precise_side(normal, on, points[1]),
           precise_side(normal, on, points[2])} {}
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

// Where neither is set, a sign is in doubt.
template <class M>
struct Told {
  M apart, meeting;
};

// The box around two triangles: no difference of corners is larger.
template <class P>
struct AroundBoth {
  using M = decltype(P() < P());
  M boxes_apart, valid;
  P largest_product;

  APART_INLINE AroundBoth(const Vec3<P> (&s)[3], const Vec3<P> (&t)[3]) {
    const Vec3<P> low = lesser(lesser(t[0], t[1]), t[2]), high = larger(larger(t[0], t[1]), t[2]);
    const Vec3<P> s_low = lesser(lesser(s[0], s[1]), s[2]), s_high = larger(larger(s[0], s[1]), s[2]);
    boxes_apart = (s_low.x > high.x) | (s_low.y > high.y) | (s_low.z > high.z) | (low.x > s_high.x) |
                  (low.y > s_high.y) | (low.z > s_high.z);
    const Vec3<P> m = larger(high, s_high) - lesser(low, s_low);
    valid = (lesser(lesser(m.x, m.y), m.z) >= P(0x1p-300)) & (larger(larger(m.x, m.y), m.z) <= P(0x1p300));
    largest_product = m.x * m.y * m.z;
  }
};

// Each crosses the other's plane: do the two intervals of the common line overlap? By side(a, b, c, d) of some corners.
template <class P, class M, class Side>
APART_INLINE Told<M> tell_intervals(const M& open, const Vec3<P> (&s)[3], const Sides<P>& of_s, const Vec3<P> (&t)[3],
                                    const Sides<P>& of_t, const P& error, Side side) {
  LoneFirst<P> p(s, of_s), q(t, of_t);
  q.exchange(p.side < P(0)), p.exchange(q.side < P(0));
  const P first = side(p.lone, p.next, q.lone, q.next), second = side(p.lone, p.last, q.lone, q.last);
  const M miss = open & ((first > error) | (second < -error)), meet = open & (first < -error) & (second > error);
  return {miss, meet};
}

// The signs of plainly(), with its error bound.
template <class P>
APART_INLINE auto tell(const Vec3<P> (&s)[3], const Vec3<P> (&t)[3]) {
  const AroundBoth<P> around(s, t);
  using M = typename AroundBoth<P>::M;
  const P error = P(50 * 0x1p-53) * around.largest_product;
  const Sides<P> of_t(s, t), of_s(t, s);
  Told<M> out{around.boxes_apart, around.boxes_apart};
  out.apart = out.apart | (around.valid & (of_t.one_side(error) | of_s.one_side(error)));
  const M open = around.valid & (lesser(of_s.least(), of_t.least()) > error) & (!out.apart);
  out.meeting = open;
  if (none(open)) return out;
  const auto side = [](const Vec3<P>& a, const Vec3<P>& b, const Vec3<P>& c, const Vec3<P>& d) {
    return dot(cross(b - a, c - a), d - a);
  };
  const Told<M> more = tell_intervals(open, s, of_s, t, of_t, error, side);
  out.apart = out.apart | more.apart, out.meeting = more.meeting;
  return out;
}

// The same as sums of two doubles, whose differences are exact. With u = 2⁻⁵³ and m for the largest differences, the
// low part of a normal's component is at most 8u m², its error 36u² m²; of its three products with a third difference
// the errors are 92u² m³ each, and those of their sum 192u² m³: together less than 470u² m³ (and one rounding of the
// result). We take 2⁻⁹⁶ m³, twice as much; parts that underflow are far below that. What then is in doubt mostly is
// zero.
template <class P>
APART_INLINE auto tell_precisely(const Vec3<P> (&s)[3], const Vec3<P> (&t)[3]) {
  const AroundBoth<P> around(s, t);
  using M = typename AroundBoth<P>::M;
  const P error = P(0x1p-96) * around.largest_product;
  const Sides<P> of_s(precise_normal(t[0], t[1], t[2]), t[0], s);
  Told<M> out{around.boxes_apart, around.boxes_apart};
  out.apart = out.apart | (around.valid & of_s.one_side(error));
  out.meeting = around.valid & (!out.apart);  // what remains
  if (none(out.meeting)) return out;
  const Sides<P> of_t(precise_normal(s[0], s[1], s[2]), s[0], t);
  out.apart = out.apart | (out.meeting & of_t.one_side(error));
  const M open = out.meeting & (lesser(of_s.least(), of_t.least()) > error) & (!out.apart);
  out.meeting = open;
  if (none(open)) return out;
  const auto side = [](const Vec3<P>& a, const Vec3<P>& b, const Vec3<P>& c, const Vec3<P>& d) {
    return precise_side(precise_normal(a, b, c), a, d);
  };
  const Told<M> more = tell_intervals(open, s, of_s, t, of_t, error, side);
  out.apart = out.apart | more.apart, out.meeting = more.meeting;
  return out;
}

// A pose in every lane.
template <class P>
struct LanePose {
  Mat3<P> rotation;
  Vec3<P> translation;

  APART_INLINE explicit LanePose(const Pose& at)
      : rotation{{in_all_lanes<P>(at.rotation.rows[0]), in_all_lanes<P>(at.rotation.rows[1]),
                  in_all_lanes<P>(at.rotation.rows[2])}},
        translation(in_all_lanes<P>(at.translation)) {}
  APART_INLINE Vec3<P> operator*(const Vec3<P>& p) const { return rotation * p + translation; }
};

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
