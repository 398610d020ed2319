// The sums of solid_angles.hpp, four at once. Included only by the sources that compile them for an instruction set.
#pragma once
#include <apart/triangles/lanes/lanes_kernel.hpp>
#include <apart/triangles/lanes/solid_angles.hpp>

namespace apart::triangles {
inline namespace APART_LANES_OF_MACHINE {

using Angles = Pack<double, 4>;

template <class P>
APART_INLINE P sign_of(const P& x) {
  return select(x < P(0), P(-1), P(1));
}

// The product so far: its argument, and the half turns taken out of it, are the sum.
struct AngleProduct {
  Angles re, im, half_turns;

  APART_INLINE explicit AngleProduct(const AngleSum& sum)
      : re(Angles::load(sum.re)), im(Angles::load(sum.im)), half_turns(Angles::load(sum.half_turns)) {}
  APART_INLINE void store(AngleSum& sum) const { re.store(sum.re), im.store(sum.im), half_turns.store(sum.half_turns); }

  // Both real parts are not negative, so the sum of the arguments is within half a turn. Beyond a quarter, the sign of
  // the turn is that of the new imaginary part, or near half a turn, where that is small, of the old one.
  APART_INLINE void times(const Angles& x, const Angles& y) {
    const Angles old = im;
    const Angles r = re * x - im * y, i = re * y + im * x;
    const auto back = r < Angles(0);
    const Angles turn = sign_of(select(abs(i) < abs(r), old, i));
    half_turns += select(back, turn, Angles(0));
    const Angles scale = select(back, Angles(-1), Angles(1)) / (abs(r) + abs(i));
    re = scale * r, im = scale * i;
  }
};

// Appends the lanes of a mask, up to the last that is in use.
APART_INLINE u32 note(u32 lanes, u32 from, u32 count, u32* doubtful, u32 noted) {
  for (u32 k = 0; k < 4 && from + k < count; ++k)
    if (lanes >> k & 1) doubtful[noted++] = from + k;
  return noted;
}
APART_INLINE u32 used_lanes(u32 from, u32 count) { return count - from >= 4 ? 15 : (u32(1) << (count - from)) - 1; }
APART_INLINE Mask<double, 4> as_mask(u32 lanes) {
  const Angles one(1);
  Angles in;
  for (int k = 0; k < 4; ++k) in.set(k, lanes >> k & 1 ? 1.0 : 0.0);
  return in >= one;
}

APART_INLINE u32 fan_in_lanes(const AxisRay& ray, const EdgeBlock* blocks, u32 edges, AngleSum& sum, u32* doubtful) {
  AngleProduct product(sum);
  u32 noted = 0;
  const Vec3<Angles> p = in_all_lanes<Angles>(ray.origin);
  const int axis = ray.axis, i = axis == 2 ? 0 : axis + 1, j = axis == 0 ? 2 : axis - 1;
  const Angles way(ray.way), zero(0), one(1);
  for (u32 from = 0; from < edges; from += 4) {
    const EdgeBlock& block = blocks[from / 4];
    const auto corner = [&](const double(&of)[3][4]) {
      return Vec3<Angles>{Angles::load(of[0]), Angles::load(of[1]), Angles::load(of[2])} - p;
    };
    const Vec3<Angles> u = corner(block.a), v = corner(block.b);
    const Angles lu = sqrt(dot(u, u)), lv = sqrt(dot(v, v)), both = lu * lv;
    // The apex on the side of the ray where the edge is: its triangle is less than a quarter turn.
    const Angles open = both + dot(u, v), along = way * (u[axis] * lv + v[axis] * lu);
    const auto ahead = along > zero;
    const Angles left = u[i] * v[j], right = u[j] * v[i], turn = way * (left - right);
    const Angles x = open + abs(along), y = select(ahead, turn, -turn);
    // If that is not the apex asked for, the lune between the two meridians is taken off: twice the angle between them.
    const Angles cosine = u[i] * v[i] + u[j] * v[j];
    const auto more = cosine < zero;
    const Angles c = select(ahead, abs(cosine), one), s = select(ahead, select(more, turn, -turn), zero);
    const auto folded = !(open > Angles(1e-10) * both);  // or the origin is an end
    const auto unsure = folded | (ahead & (cosine <= zero) & (abs(turn) <= Angles(4e-15) * (abs(left) + abs(right))));
    const u32 used = used_lanes(from, edges), bad = bits(unsure);
    noted = note(bad, from, edges, doubtful, noted);
    const auto out = as_mask(bad | ~used);
    product.half_turns -= select(out, zero, select(ahead & more, sign_of(turn), zero));
    const Angles re = select(out, one, x / both), im = select(out, zero, y / both);
    const Angles size = abs(c) + abs(s);
    product.times(re, im);
    product.times(select(out, one, c / size), select(out, zero, s / size));
  }
  product.store(sum);
  return noted;
}

APART_INLINE u32 triangles_in_lanes(Vec3d origin, const Triangle* triangles, u32 count, AngleSum& sum, u32* doubtful) {
  AngleProduct product(sum);
  u32 noted = 0;
  const Vec3<Angles> p = in_all_lanes<Angles>(origin);
  const Angles zero(0), one(1);
  for (u32 from = 0; from < count; from += 4) {
    Vec3<Angles> t[3];
    Angles n[9];
    for (int k = 0; k < 4; ++k) {
      const Triangle& triangle = triangles[from + u32(k) < count ? from + u32(k) : from];
      for (int m = 0; m < 9; ++m) n[m].set(k, triangle[m / 3][m % 3]);
    }
    for (std::size_t m = 0; m < 3; ++m) t[m] = Vec3<Angles>{n[3 * m], n[3 * m + 1], n[3 * m + 2]} - p;
    const Angles a = sqrt(dot(t[0], t[0])), b = sqrt(dot(t[1], t[1])), c = sqrt(dot(t[2], t[2]));
    const Angles all = a * b * c;
    const Angles y = dot(t[0], cross(t[1], t[2]));
    const Angles x = all + dot(t[0], t[1]) * c + dot(t[1], t[2]) * a + dot(t[2], t[0]) * b;
    const auto unsure = !(larger(x, abs(y)) > Angles(1e-10) * all);
    const u32 used = used_lanes(from, count), bad = bits(unsure);
    noted = note(bad, from, count, doubtful, noted);
    const auto out = as_mask(bad | ~used), more = x < zero;
    product.half_turns += select(out, zero, select(more, sign_of(y), zero));
    product.times(select(out, one, abs(x) / all), select(out, zero, select(more, -y, y) / all));
  }
  product.store(sum);
  return noted;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::triangles
