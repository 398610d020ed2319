// The filter of may_be_near.hpp for W triangles at once. Included only by the sources that compile it for an
// instruction set.
#pragma once
#include <apart/triangles/lanes/lanes_kernel.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

// The squared distance of the point `w` beyond the start of a segment `d` from that segment.
template <class P>
APART_INLINE P squared_from_segment(const Vec3<P>& w, const Vec3<P>& d) {
  const P dd = dot(d, d);
  const P at = lesser(larger(dot(w, d) / select(dd > P(0), dd, P(1)), P(0)), P(1));
  const Vec3<P> rest = w - at * d;
  return dot(rest, rest);
}

template <int W, class P = std::conditional_t<W == 1, double, Pack<double, W>>>
APART_INLINE u32 may_be_near_in_lanes(Vec3d point, const Triangle* triangles, int count, double limit) {
  u32 near = 0;
  const Vec3<P> p = in_each_lane<P>(point), zero{P(0), P(0), P(0)};
  for (int from = 0; from < count; from += W) {
    Vec3<P> t[3];
    load_triangles<W>(triangles + from, count - from, t);
    const Vec3<P> a = p - t[0], b = p - t[1], c = p - t[2];
    const Vec3<P> ab = t[1] - t[0], bc = t[2] - t[1], ca = t[0] - t[2];
    const P border =
        lesser(lesser(squared_from_segment(a, ab), squared_from_segment(b, bc)), squared_from_segment(c, ca));
    const Vec3<P> normal = cross(ab, bc);
    const P square = dot(normal, normal), sizes = dot(ab, ab) * dot(bc, bc);
    // The normal of a sliver has few correct digits: of that, the distance from its box.
    const auto sliver = square <= P(1e-3) * sizes;
    const Vec3<P> out =
        larger(larger(lesser(lesser(t[0], t[1]), t[2]) - p, p - larger(larger(t[0], t[1]), t[2])), zero);
    const P height = dot(normal, a);
    // Above the face, or nearly so: it is not farther than the plane.
    const P w = larger(larger(largest(abs(a)), largest(abs(b))), largest(abs(c)));
    const P l = larger(larger(largest(abs(ab)), largest(abs(bc))), largest(abs(ca)));
    const P almost = P(-1e-9) * largest(abs(normal)) * l * w;
    const auto above = (dot(cross(normal, ab), a) >= almost) & (dot(cross(normal, bc), b) >= almost) &
                       (dot(cross(normal, ca), c) >= almost);
    const P of_face = select(above, height * height / select(sliver, P(1), square), border);
    const P found = select(sliver, dot(out, out), of_face);
    // The errors are units of the distance and of the offsets.
    near |= bits(P(1 - 1e-9) * found - P(1e-24) * (w * w) <= P(limit)) << from;
  }
  return near & ((u32(1) << count) - 1);
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
