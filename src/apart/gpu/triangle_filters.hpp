// Tests of two triangles in floats: filters before the exact ones. The vertices of either are within 1.25 slack of
// where the exact code has them (they are rounded, and placed by a pose that is), and all lengths are at most the
// reach, of which the slack is at least 8 units: so a projection onto a direction of length one is off by less than 4
// slack.
#pragma once
#include <apart/gpu/boxes.hpp>

namespace apart::gpu {

// Both in A's frame.
struct NearPair {
  Vec3f a[3], b[3], normal_a, normal_b;

  APART_INLINE NearPair(const NearTriangle& of_a, const NearTriangle& of_b, const Motion& b_in_a)
      : a{of_a.v[0], of_a.v[1], of_a.v[2]},
        b{b_in_a.place(of_b.v[0]), b_in_a.place(of_b.v[1]), b_in_a.place(of_b.v[2])},
        normal_a(of_a.n),
        normal_b(b_in_a.turn(of_b.n)) {}
};

struct Heights {
  float low, high;
};
APART_INLINE Heights heights(Vec3f normal, Vec3f on, const Vec3f (&p)[3]) {
  const float x = fused_dot(normal, p[0] - on), y = fused_dot(normal, p[1] - on), z = fused_dot(normal, p[2] - on);
  return {lesser(lesser(x, y), z), larger(larger(x, y), z)};
}

// Does the plane of one have the other on one side? Never of a degenerate triangle, whose normal is zero.
APART_INLINE bool parted_by_planes(const NearPair& p, float slack) {
  const float e = 4 * slack;
  const Heights of_b = heights(p.normal_a, p.a[0], p.b), of_a = heights(p.normal_b, p.b[0], p.a);
  return of_b.low > e || of_b.high < -e || of_a.low > e || of_a.high < -e;
}

// Does the product of two edges separate them? Any axis is honest, but an edge of each must project to a point: that is
// so up to the rounding of the product, which is of the size of the edges, not of the product.
APART_INLINE bool parted_by_edges(const NearPair& p, float slack) {
  const float e = 4 * slack;
  float long_a = 0, long_b = 0;
  for (int i = 0; i < 3; ++i) {
    const Vec3f da = p.a[(i + 1) % 3] - p.a[i], db = p.b[(i + 1) % 3] - p.b[i];
    long_a = larger(long_a, fused_dot(da, da)), long_b = larger(long_b, fused_dot(db, db));
  }
  const float lean = 16 * kUnitFloat * std::sqrt(larger(long_a, long_b)) * std::sqrt(long_a) * std::sqrt(long_b);
  bool apart = false;
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
  for (int i = 0; i < 3; ++i) {
    const Vec3f da = p.a[(i + 1) % 3] - p.a[i], more_a = p.a[(i + 2) % 3] - p.a[i];
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int j = 0; j < 3; ++j) {
      const Vec3f db = p.b[(j + 1) % 3] - p.b[j], more_b = p.b[(j + 2) % 3] - p.b[j];
      const Vec3f x = cross(da, db);
      const float g = std::fma(e, std::abs(x.x) + std::abs(x.y) + std::abs(x.z), lean);
      const float a1 = fused_dot(x, more_a), b0 = fused_dot(x, p.b[j] - p.a[i]), b1 = b0 + fused_dot(x, more_b);
      apart |= lesser(b0, b1) > larger(a1, 0.f) + g || larger(b0, b1) < lesser(a1, 0.f) - g;
    }
  }
  return apart;
}

// A lower bound of the distance: along the line of the centroids. At most 0 proves nothing.
APART_INLINE float gap_along_centroids(const NearPair& p, float slack) {
  const Vec3f d = (p.b[0] + p.b[1] + p.b[2]) - (p.a[0] + p.a[1] + p.a[2]);
  const float high =
      larger(larger(fused_dot(d, p.a[0] - p.a[0]), fused_dot(d, p.a[1] - p.a[0])), fused_dot(d, p.a[2] - p.a[0]));
  const float low =
      lesser(lesser(fused_dot(d, p.b[0] - p.a[0]), fused_dot(d, p.b[1] - p.a[0])), fused_dot(d, p.b[2] - p.a[0]));
  const float squared = fused_dot(d, d);
  return squared > 1e-37f ? (low - high) / std::sqrt(squared) * (1 - 8 * kUnitFloat) - 4 * slack : -1;
}

APART_INLINE float clamp01(float x) { return lesser(larger(x, 0.f), 1.f); }

// 1 / x to a unit or two; 0 of what vanishes.
APART_INLINE float inverse_or_0(float x) {
#if defined(__CUDA_ARCH__)
  return x > 1e-37f ? __fdividef(1.f, x) : 0.f;
#else
  return x > 1e-37f ? 1 / x : 0.f;
#endif
}

// Of two edges p0 + s·d and q0 + t·e, with the squares of their lengths and the inverses of those.
APART_INLINE Vec3f edge_way(Vec3f p0, Vec3f d, float dd, float by_dd, Vec3f q0, Vec3f e, float ee, float by_ee) {
  const Vec3f r = q0 - p0;
  const float de = fused_dot(d, e), dr = fused_dot(d, r), er = fused_dot(e, r);
  // As kernel::nearest_places: where the determinant cancels, by the product, so that the points are off by some units
  // of r, however small the angle.
  const float det = std::fma(dd, ee, -(de * de));
  float s;
  if (det > 0.01f * dd * ee) {
    s = clamp01(std::fma(dr, ee, -(er * de)) * inverse_or_0(det));
  } else {
    const Vec3f n = cross(d, e);
    s = clamp01(fused_dot(cross(r, e), n) * inverse_or_0(fused_dot(n, n)));
  }
  const float t = clamp01(std::fma(s, de, -er) * by_ee);
  s = clamp01(std::fma(t, de, dr) * by_dd);
  return {std::fma(t, e.x, std::fma(-s, d.x, r.x)), std::fma(t, e.y, std::fma(-s, d.y, r.y)),
          std::fma(t, e.z, std::fma(-s, d.z, r.z))};
}

// How far a point over the plane of a triangle is on the inner side of all edges, times their lengths; far outside of a
// triangle without a normal.
APART_INLINE float inward(Vec3f p, const Vec3f (&t)[3], Vec3f normal) {
  float least = normal.x != 0 || normal.y != 0 || normal.z != 0 ? 3e38f : -3e38f;
  for (int i = 0; i < 3; ++i) least = lesser(least, fused_dot(cross(normal, t[(i + 1) % 3] - t[i]), p - t[i]));
  return least;
}

// Bounds of the distance: `high` always, `low` where the triangles do not cross.
struct NearGap {
  float low, high;
};

// The distance of the nearest edges, or of a vertex and the plane that it is over. An edge is off by 2.5 slack, which
// turns it the more the shorter it is: `inward` is off by less than 8 slack · the longest edge, and within that either
// may be true. No point of a triangle is farther from its edges than the shortest of them is long.
APART_INLINE NearGap near_gap(const NearPair& p, float slack) {
  Vec3f db[3];
  float bb[3], by_bb[3];
  for (int j = 0; j < 3; ++j) {
    db[j] = p.b[(j + 1) % 3] - p.b[j];
    bb[j] = fused_dot(db[j], db[j]), by_bb[j] = inverse_or_0(bb[j]);
  }
  float best = 3e38f, shortest_a = 3e38f, longest_a = 0;
  Vec3f a0 = p.a[0], a1 = p.a[1], a2 = p.a[2];
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
  for (int i = 0; i < 3; ++i) {  // one copy of the loop below, with A's corners in turn, takes half the registers
    const Vec3f da = a1 - a0;
    const float aa = fused_dot(da, da), by_aa = inverse_or_0(aa);
    shortest_a = lesser(shortest_a, aa), longest_a = larger(longest_a, aa);
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int j = 0; j < 3; ++j) {
      const Vec3f way = edge_way(a0, da, aa, by_aa, p.b[j], db[j], bb[j], by_bb[j]);
      best = lesser(best, fused_dot(way, way));
    }
    const Vec3f first = a0;
    a0 = a1, a1 = a2, a2 = first;
  }
  const float shortest_b = lesser(lesser(bb[0], bb[1]), bb[2]), longest_b = larger(larger(bb[0], bb[1]), bb[2]);
  const float edges = std::sqrt(best), vague = 3 * slack;
  float low = edges, high = edges;
  const auto over = [&](Vec3f point, const Vec3f(&t)[3], Vec3f normal, float doubt, float least) {
    const float height = std::abs(fused_dot(normal, point - t[0])), in = inward(point, t, normal);
    if (in > doubt) high = lesser(high, height);
    if (in > -doubt) low = lesser(low, larger(height, least));
  };
  const float doubt_a = 8 * slack * (std::sqrt(longest_a) + vague), least_a = edges - std::sqrt(shortest_a) - vague;
  const float doubt_b = 8 * slack * (std::sqrt(longest_b) + vague), least_b = edges - std::sqrt(shortest_b) - vague;
  for (int k = 0; k < 3; ++k) {
    over(p.b[k], p.a, p.normal_a, doubt_a, least_a);
    over(p.a[k], p.b, p.normal_b, doubt_b, least_b);
  }
  const auto error = [&](float gap) { return std::fma(32 * kUnitFloat, gap, 8 * slack); };
  return {larger(0.f, low - error(low)), high + error(high)};
}

// May they cross? Then the distance is 0, which near_gap does not see.
APART_INLINE bool may_cross(const NearPair& p, float slack) { return !parted_by_planes(p, slack); }

}  // namespace apart::gpu
