// The filter of least_gaps.hpp for W pairs at once. Included only by the sources that compile it for an instruction
// set.
#pragma once
#include <apart/triangles/lanes/lanes_kernel.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

// The extent of three corners along a direction, and the extreme corner.
template <class P>
struct ReachOfThree {
  P along;
  Vec3<P> corner;
};
template <class P>
APART_INLINE ReachOfThree<P> reach_of_three(const Vec3<P>& line, const Vec3<P> (&corners)[3]) {
  const P a = dot(line, corners[0]), b = dot(line, corners[1]), c = dot(line, corners[2]);
  const P most = larger(larger(a, b), c);
  const auto is_a = a >= most, is_b = b >= most;
  const auto pick = [&](const P& x, const P& y, const P& z) { return select(is_a, x, select(is_b, y, z)); };
  return {most,
          {pick(corners[0].x, corners[1].x, corners[2].x), pick(corners[0].y, corners[1].y, corners[2].y),
           pick(corners[0].z, corners[1].z, corners[2].z)}};
}
template <class P>
APART_INLINE P most_of_three(const Vec3<P>& line, const Vec3<P> (&corners)[3]) {
  return larger(larger(dot(line, corners[0]), dot(line, corners[1])), dot(line, corners[2]));
}

// A direction so short that its square loses digits proves nothing.
template <class P>
APART_INLINE P slab_width(const Vec3<P>& line, const P& overlap) {
  using std::sqrt;
  const P square = dot(line, line);
  return select(square > P(0x1p-900), -overlap / sqrt(square), P(0));
}

// Relative to the first corner of A, so that no digits are lost far from the origin; corners of B are negated, so that
// both sides are extents along the same direction.
template <int W, class P = std::conditional_t<W == 1, double, Pack<double, W>>>
APART_INLINE u64 least_gaps_in_lanes(const Triangle* a, int count_a, const Triangle* b, int count_b, Vec3d likely,
                                     double reach, double* gaps) {
  u64 near = 0;
  const Vec3d origin = a[0].a;
  const Vec3<P> from_origin = in_all_lanes<P>(origin), towards = in_all_lanes<P>(likely);
  const P limit(reach);
  for (int from = 0; from < count_b; from += W) {
    auto [t] = load_triangles<W, P>(b + from, count_b - from);
    for (Vec3<P>& corner : t) corner = from_origin - corner;
    const Vec3<P> sum = t[0] + t[1] + t[2];
    const Vec3<P> m = larger(larger(abs(t[0]), abs(t[1])), abs(t[2]));
    const P of_b = larger(larger(m.x, m.y), m.z);
    const P begin = -most_of_three(towards, t);
    for (int i = 0; i < count_a; ++i) {
      const Vec3d of[3] = {a[i].a - origin, a[i].b - origin, a[i].c - origin};
      const double end = larger(larger(dot(likely, of[0]), dot(likely, of[1])), dot(likely, of[2]));
      const double of_a = largest(larger(larger(abs(of[0]), abs(of[1])), abs(of[2])));
      // Error bound for sums of three products, each of at most twice the extent and a unit vector; and of the
      // triangles' distances.
      const P size = larger(P(of_a), of_b);
      const P error = P(0x1p-44) * size;
      const auto valid = size < P(0x1p400);  // products stay in range
      P gap = select(valid, begin - P(end) - error, P(0));
      if (none(gap <= limit)) continue;
      const Vec3<P> s[3] = {in_all_lanes<P>(of[0]), in_all_lanes<P>(of[1]), in_all_lanes<P>(of[2])};
      const Vec3<P> line = -(in_all_lanes<P>(of[0] + of[1] + of[2]) + sum);
      const ReachOfThree<P> of_s = reach_of_three(line, s), of_t = reach_of_three(line, t);
      gap = select(valid, larger(gap, slab_width(line, of_s.along + of_t.along) - error), gap);
      auto within = gap <= limit;
      if (none(within)) continue;
      const Vec3<P> across = -(of_s.corner + of_t.corner);
      const P second = slab_width(across, most_of_three(across, s) + most_of_three(across, t)) - error;
      gap = select(valid, larger(gap, second), gap);
      within = gap <= limit;
      near |= u64(bits(within)) << (8 * i + from);
      if constexpr (W == 1)
        gaps[8 * i + from] = gap;
      else
        gap.store(&gaps[8 * i + from]);
    }
  }
  // Masks out lanes that were filled by repetition.
  const u64 of_row = (u64(1) << count_b) - 1;
  return near & (of_row * 0x0101010101010101u);
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
