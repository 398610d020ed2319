// GJK's simplex for speed: the direction from its nearest point to the origin, by signs only and of any length, without
// a division for what is thrown away. For a thin simplex the signs may be wrong: what is found with such directions is
// to be certified.
#pragma once
#include <apart/base/inline.hpp>
#include <apart/base/pack.hpp>
#include <bit>
#include <cmath>

namespace apart::convex {

// A corner has a place, w. All eighth powers of their coordinates must neither overflow nor underflow. With four lanes
// the three faces at a new corner are computed at once: the same bits, in less time.
template <class Corner, int Lanes = 1>
class QuickDirection {
 public:
  enum class Added {
    outside,
    inside,  // the simplex and the new corner are around the origin
    unsure,  // they are to rounding
  };

  Vec3d d{};  // to the origin, of any length; the height of the nearest point along it is −d·c[0].w
  int count = 0;
  union {
    Corner c[4];  // cleared only where it may be read before it is written: all of it takes as long as a step
  };

  APART_INLINE QuickDirection() { c[0] = Corner{}, c[3] = Corner{}; }

  // Keeps the part of the corners and a new one that is nearest to the origin, if it needs the new one. `clear` is the
  // error bound of volumes.
  APART_INLINE Added add(const Corner& v, double clear) {
    switch (count) {
      case 0:
        return corner(v);
      case 1: {
        const Vec3d e = c[0].w - v.w;
        const double along = -dot(v.w, e);
        return along > 0 ? side(v, c[0], e) : corner(v);
      }
      case 2: {
        const Vec3d e0 = c[0].w - v.w, e1 = c[1].w - v.w, n = cross(e0, e1), m = cross(v.w, n);
        if (dot(m, e1) > 0 && dot(m, e0) < 0) return face(v, c[0], c[1], n);
        return best_side(v, e0, e1, {});
      }
      default:
        if constexpr (Lanes == 4)
          return solid_in_lanes(v, clear);
        else
          return solid(v, clear);
    }
  }

  // The first `n` corners of c, up to three, as the simplex, if its nearest point needs all of them.
  APART_INLINE bool take_all(int n) {
    const Vec3d v = c[n - 1].w, e0 = c[0].w - v;
    if (n == 1) {
      d = -v;
    } else if (n == 2) {
      const double along = -dot(v, e0);
      if (!(along > 0 && along < squared_length(e0))) return false;
      d = across_side(v, e0);
    } else {
      const Vec3d e1 = c[1].w - v, normal = cross(e0, e1), m = cross(v, normal);
      const double to_0 = dot(m, e1), to_1 = -dot(m, e0);
      if (!(to_0 > 0 && to_1 > 0 && to_0 + to_1 < squared_length(normal))) return false;
      d = (dot(normal, v) > 0 ? -1 : 1) * normal;
    }
    count = n;
    return true;
  }

 private:
  APART_INLINE Added corner(const Corner& v) {
    c[0] = v, count = 1, d = -v.w;
    return Added::outside;
  }

  // `other` may be any of the simplex's own.
  APART_INLINE Added side(const Corner& v, const Corner& other, Vec3d e) {
    d = across_side(v.w, e);
    c[0] = other, c[1] = v, count = 2;
    return Added::outside;
  }
  // Perpendicular to the edge however near the origin is, since a cross product is, to the rounding of its own length.
  // The next support point waits for it, but not for a division.
  APART_INLINE static Vec3d across_side(Vec3d v, Vec3d e) { return cross(e, cross(e, v)); }

  APART_INLINE Added face(const Corner& v, const Corner& i, const Corner& j, Vec3d n) {
    return face(v, i, j, n, dot(n, v.w));
  }
  // `i` and `j` may be any of the simplex's own.
  APART_INLINE Added face(const Corner& v, const Corner& i, const Corner& j, Vec3d n, double height) {
    const double sign = std::copysign(1.0, -height);  // no branch: it would be mispredicted every other time
    d = sign * n;
    const Corner edge[2] = {i, j};
    c[0] = edge[0], c[1] = edge[1], c[2] = v, count = 3;
    return Added::outside;
  }

  // The nearest of the edges at the new corner: on its line the projection of the origin is along² / square nearer than
  // the corner.
  APART_INLINE Added best_side(const Corner& v, Vec3d e0, Vec3d e1, Vec3d e2) {
    const Vec3d edges[3] = {e0, e1, e2};
    int best = -1;
    double most = 0, of = 1;
    for (int i = 0; i < count; ++i) {
      const double along = -dot(v.w, edges[i]), square = squared_length(edges[i]), gain = along * along;
      if (along > 0 && along < square && gain * of > most * square) best = i, most = gain, of = square;
    }
    return best < 0 ? corner(v) : side(v, c[best], edges[best]);
  }

  APART_INLINE Added solid(const Corner& v, double clear) {
    const Vec3d e0 = c[0].w - v.w, e1 = c[1].w - v.w, e2 = c[2].w - v.w;
    const Vec3d n0 = cross(e1, e2), n1 = cross(e2, e0), n2 = cross(e0, e1);
    const double whole = dot(e0, n0), sign = whole < 0 ? -1 : 1;
    const double part0 = -dot(v.w, n0) * sign, part1 = -dot(v.w, n1) * sign, part2 = -dot(v.w, n2) * sign;
    const bool out0 = !(part0 > clear), out1 = !(part1 > clear), out2 = !(part2 > clear);
    if (!(out0 | out1 | out2)) return whole * sign - part0 - part1 - part2 > clear ? Added::inside : Added::unsure;
    const auto within = [&](bool out, Vec3d n, Vec3d e, Vec3d f) {
      const Vec3d m = cross(v.w, n);
      return out && dot(m, f) > 0 && dot(m, e) < 0;
    };
    if (within(out0, n0, e1, e2)) return face(v, c[1], c[2], n0);
    if (within(out1, n1, e2, e0)) return face(v, c[2], c[0], n1);
    if (within(out2, n2, e0, e1)) return face(v, c[0], c[1], n2);
    return best_side(v, e0, e1, e2);
  }

  // Lane i is of the face without c[i], whose edges lead from the new corner to the next two.
  APART_INLINE Added solid_in_lanes(const Corner& v, double clear) {
    using P = Pack<double, Lanes>;
    static_assert(P::kRegisters == 1);
    const auto lanes = [](double a, double b, double third) {
      P out;
      out.r[0] = typename P::Layout::Numbers{a, b, third, third};
      return out;
    };
    const auto next = [](const P& a) {
      P out;
      out.r[0] = __builtin_shufflevector(a.r[0], a.r[0], 1, 2, 0, 3);
      return out;
    };
    const Vec3d &a = c[0].w, &b = c[1].w, &third = c[2].w;
    const Vec3<P> at{P(v.w.x), P(v.w.y), P(v.w.z)};
    const Vec3<P> e = Vec3<P>{lanes(a.x, b.x, third.x), lanes(a.y, b.y, third.y), lanes(a.z, b.z, third.z)} - at;
    const Vec3<P> f{next(e.x), next(e.y), next(e.z)}, g{next(f.x), next(f.y), next(f.z)};
    const Vec3<P> n = cross(f, g), m = cross(at, n);
    const double whole = dot(e, n)[0], sign = whole < 0 ? -1 : 1;
    const P heights = dot(at, n), parts = -heights * P(sign);
    const Mask<double, Lanes> in = parts > P(clear);
    const u32 inside = bits(in) & 7;
    if (inside == 7) return whole * sign - parts[0] - parts[1] - parts[2] > clear ? Added::inside : Added::unsure;
    const u32 faces = bits((!in) & (dot(m, g) > P(0)) & (dot(m, f) < P(0))) & 7;
    if (faces == 0) return best_side(v, a - v.w, b - v.w, third - v.w);
    const int k = std::countr_zero(faces), second = k == 2 ? 0 : k + 1, last = k == 0 ? 2 : k - 1;
    alignas(32) double nx[4], ny[4], nz[4], h[4];
    n.x.store(nx), n.y.store(ny), n.z.store(nz), heights.store(h);
    return face(v, c[second], c[last], {nx[k], ny[k], nz[k]}, h[k]);
  }
};

}  // namespace apart::convex
