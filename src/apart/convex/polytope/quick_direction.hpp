// GJK's simplex for speed: the direction from its nearest point to the origin, by signs only and of any length, without
// a division for what is thrown away. For a thin simplex the signs may be wrong: what is found with such directions is
// to be certified.
#pragma once
#include <apart/base/inline.hpp>
#include <apart/base/vec3.hpp>

namespace apart::convex {

// A corner has a place, w. All eighth powers of their coordinates must neither overflow nor underflow.
template <class Corner>
class QuickDirection {
 public:
  enum class Added {
    outside,
    inside,  // the simplex and the new corner are around the origin
    unsure,  // they are to rounding
  };

  Vec3d d{};  // to the origin, of any length; the height of the nearest point along it is −d·c[0].w
  Corner c[4]{};
  int count = 0;

  // Keeps the part of the corners and a new one that is nearest to the origin, if it needs the new one. `clear` is the
  // error bound of volumes.
  APART_INLINE Added add(const Corner& v, double clear) {
    switch (count) {
      case 0:
        return corner(v);
      case 1: {
        const Vec3d e = c[0].w - v.w;
        const double along = -dot(v.w, e);
        return along > 0 ? side(v, c[0], e, along) : corner(v);
      }
      case 2: {
        const Vec3d e0 = c[0].w - v.w, e1 = c[1].w - v.w, n = cross(e0, e1), m = cross(v.w, n);
        if (dot(m, e1) > 0 && dot(m, e0) < 0) return face(v, c[0], c[1], n);
        return best_side(v, e0, e1, {});
      }
      default:
        return solid(v, clear);
    }
  }

 private:
  APART_INLINE Added corner(const Corner& v) {
    c[0] = v, count = 1, d = -v.w;
    return Added::outside;
  }

  // `other` may be any of the simplex's own.
  APART_INLINE Added side(const Corner& v, const Corner& other, Vec3d e, double along) {
    const double square = squared_length(e), inverse = 1 / square;
    const Vec3d p = square * v.w + along * e;
    d = (dot(p, e) * inverse) * e - p;  // perpendicular to the edge however near the origin is
    c[0] = other, c[1] = v, count = 2;
    return Added::outside;
  }

  APART_INLINE Added face(const Corner& v, const Corner& i, const Corner& j, Vec3d n) {
    d = dot(n, v.w) > 0 ? -n : n;
    const Corner second = j;
    c[0] = i, c[1] = second, c[2] = v, count = 3;
    return Added::outside;
  }

  // The nearest of the edges at the new corner: on its line the projection of the origin is along² / square nearer than
  // the corner.
  APART_INLINE Added best_side(const Corner& v, Vec3d e0, Vec3d e1, Vec3d e2) {
    const Vec3d edges[3] = {e0, e1, e2};
    int best = -1;
    double most = 0, of = 1, along_best = 0;
    for (int i = 0; i < count; ++i) {
      const double along = -dot(v.w, edges[i]), square = squared_length(edges[i]), gain = along * along;
      if (along > 0 && along < square && gain * of > most * square)
        best = i, most = gain, of = square, along_best = along;
    }
    return best < 0 ? corner(v) : side(v, c[best], edges[best], along_best);
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
};

}  // namespace apart::convex
