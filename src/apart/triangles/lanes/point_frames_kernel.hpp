// The distances of point_frames.hpp for W at once. Included only by the sources that compile them for an instruction
// set.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/triangles/lanes/point_frames.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

template <int W>
using FrameNumber = std::conditional_t<W == 1, double, Pack<double, W>>;

template <int W>
APART_INLINE FrameNumber<W> load_lanes(const double* from) {
  if constexpr (W == 1)
    return *from;
  else
    return FrameNumber<W>::load(from);
}
template <int W>
APART_INLINE void store_lanes(const FrameNumber<W>& x, double* to) {
  if constexpr (W == 1)
    *to = x;
  else
    x.store(to);
}

// Component `which` of W points in a row.
template <int W>
APART_INLINE FrameNumber<W> gather_lanes(const Vec3d* points, int which) {
  double all[W];
  for (int k = 0; k < W; ++k) all[k] = points[k][which];
  return load_lanes<W>(all);
}

// A triangle in its own frame: a at the origin, b on the first axis, c above it. ab is the longest edge.
template <class P>
struct FrameLanes {
  Vec3<P> a, x, y, z;  // a and the axes; z is the normal
  P b;                 // |ab|
  P cx, cy, c;         // the direction of ac, and its length
  P dx, dy, d;         // of bc
  P inside;            // coordinates of a point over the face are at least this: 0, or infinite without a face

  // The squared distance of a point. In the frame all offsets are exact to a few roundings of |p − a|.
  APART_INLINE P squared(const Vec3<P>& p) const {
    const Vec3<P> w = p - a;
    const P o(0), u = dot(x, w), v = dot(y, w), height = dot(z, w);
    const P past_ab = u - larger(o, lesser(u, b));
    const P along_ac = u * cx + v * cy, off_ac = u * cy - v * cx, past_ac = along_ac - larger(o, lesser(along_ac, c));
    const P from_b = u - b, along_bc = from_b * dx + v * dy, off_bc = v * dx - from_b * dy,
            past_bc = along_bc - larger(o, lesser(along_bc, d));
    const P border = lesser(lesser(past_ab * past_ab + v * v, past_ac * past_ac + off_ac * off_ac),
                            past_bc * past_bc + off_bc * off_bc);
    return height * height + select(lesser(lesser(v, off_ac), off_bc) >= inside, o, border);
  }
};

template <int W, class P = FrameNumber<W>>
APART_INLINE void prepare_frames(const double (&corners)[9][4], FourFrames& frames) {
  for (int from = 0; from < 4; from += W) {
    Vec3<P> t[3];
    for (int k = 0; k < 3; ++k) {
      const auto row = [&](int axis) { return load_lanes<W>(corners[3 * k + axis] + from); };
      t[k] = {row(0), row(1), row(2)};
    }
    const P o(0), one(1);
    const auto choose = [](const auto& where, const Vec3<P>& yes, const Vec3<P>& no) {
      return Vec3<P>{select(where, yes.x, no.x), select(where, yes.y, no.y), select(where, yes.z, no.z)};
    };
    const auto square = [](const Vec3<P>& e) { return dot(e, e); };
    const P ab = square(t[1] - t[0]), bc = square(t[2] - t[1]), ca = square(t[0] - t[2]);
    const auto bc_longest = (bc > ab) & (bc >= ca), ca_longest = (ca > ab) & (ca > bc);
    const Vec3<P> a = choose(bc_longest, t[1], choose(ca_longest, t[2], t[0]));
    const Vec3<P> to_b = choose(bc_longest, t[2], choose(ca_longest, t[0], t[1])) - a;
    const Vec3<P> to_c = choose(bc_longest, t[0], choose(ca_longest, t[1], t[2])) - a;
    using std::abs, std::sqrt;
    // Directions of length one; some other where there is none.
    const auto over = [&](const P& x, const P& by) { return x / select(by > o, by, one); };
    const P size = sqrt(square(to_b));
    Vec3<P> x{over(to_b.x, size), over(to_b.y, size), over(to_b.z, size)};
    x.x = select(size > o, x.x, one);
    // Twice, so that it is perpendicular though a sliver's is short. What is left of a degenerate triangle is rounding.
    Vec3<P> rest = to_c - dot(to_c, x) * x;
    rest = rest - dot(rest, x) * x;
    const auto flat = dot(rest, rest) > P(0x1p-98) * square(to_b);
    const auto steep = abs(x.x) < P(0.6);
    const Vec3<P> other{select(steep, one, o), select(steep, o, one), o};
    rest = choose(flat, rest, cross(x, other));
    const P height = sqrt(square(rest));
    const Vec3<P> y{rest.x / height, rest.y / height, rest.z / height}, z = cross(x, y);
    const P cx = dot(to_c, x), cy = select(flat, dot(to_c, y), o), b = dot(to_b, x);
    const P c = sqrt(cx * cx + cy * cy), dx = cx - b, d = sqrt(dx * dx + cy * cy);
    const P numbers[FourFrames::kNumbers] = {a.x,
                                             a.y,
                                             a.z,
                                             x.x,
                                             x.y,
                                             x.z,
                                             y.x,
                                             y.y,
                                             y.z,
                                             z.x,
                                             z.y,
                                             z.z,
                                             b,
                                             select(c > o, over(cx, c), one),
                                             over(cy, c),
                                             c,
                                             select(d > o, over(dx, d), one),
                                             over(cy, d),
                                             d,
                                             select(flat, o, P(std::numeric_limits<double>::infinity()))};
    for (int k = 0; k < FourFrames::kNumbers; ++k) store_lanes<W>(numbers[k], frames.numbers[k] + from);
  }
}

template <class P, class Number>
APART_INLINE FrameLanes<P> frame_lanes(Number number) {
  const auto vec = [&](int k) { return Vec3<P>{number(k), number(k + 1), number(k + 2)}; };
  return {vec(0),     vec(3),     vec(6),     vec(9),     number(12), number(13),
          number(14), number(15), number(16), number(17), number(18), number(19)};
}

template <int W, class P = FrameNumber<W>>
APART_INLINE void point_from_four(Vec3d point, const FourFrames& frames, double* squared) {
  const Vec3<P> p{P(point.x), P(point.y), P(point.z)};
  for (int from = 0; from < 4; from += W) {
    const auto lanes = frame_lanes<P>([&](int k) { return load_lanes<W>(frames.numbers[k] + from); });
    store_lanes<W>(lanes.squared(p), squared + from);
  }
}

template <int W, class P = FrameNumber<W>>
APART_INLINE void farthest_corner(const Triangle& corners, const FourFrames& frames, double* squared) {
  for (int from = 0; from < 4; from += W) {
    const auto lanes = frame_lanes<P>([&](int k) { return load_lanes<W>(frames.numbers[k] + from); });
    P most(0);
    for (const Vec3d* p : {&corners.a, &corners.b, &corners.c})
      most = larger(most, lanes.squared({P(p->x), P(p->y), P(p->z)}));
    store_lanes<W>(most, squared + from);
  }
}

template <int W, class P = FrameNumber<W>>
APART_INLINE void four_points(const Vec3d* points, const FourFrames& frames, int lane, double* squared) {
  const auto one = frame_lanes<P>([&](int k) { return P(frames.numbers[k][lane]); });
  for (int from = 0; from < 4; from += W) {
    const Vec3d* first = points + from;
    store_lanes<W>(one.squared({gather_lanes<W>(first, 0), gather_lanes<W>(first, 1), gather_lanes<W>(first, 2)}),
                   squared + from);
  }
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
