// Tests of two oriented boxes in floats, with fused multiply-adds: filters, whose errors are bounded and whose bits do
// not enter an answer. The formulas and the error bounds are those of volumes/obb.hpp; fewer roundings, not more.
#pragma once
#include <apart/gpu/records.hpp>

namespace apart::gpu {

inline constexpr float kUnitFloat = 0x1p-24f;

APART_INLINE float fused_dot(Vec3f a, Vec3f b) { return std::fma(a.x, b.x, std::fma(a.y, b.y, a.z * b.z)); }
// a·b + c
APART_INLINE float fused_dot(Vec3f a, Vec3f b, float c) {
  return std::fma(a.x, b.x, std::fma(a.y, b.y, std::fma(a.z, b.z, c)));
}

// From the frame of one model's boxes to that of the other's: rows of a record.
struct Motion {
  Float4 x, y, z;
  APART_INLINE Vec3f turn(Vec3f v) const { return {fused_dot(xyz(x), v), fused_dot(xyz(y), v), fused_dot(xyz(z), v)}; }
  APART_INLINE Vec3f place(Vec3f v) const {
    return {fused_dot(xyz(x), v, x.w), fused_dot(xyz(y), v, y.w), fused_dot(xyz(z), v, z.w)};
  }
};
APART_INLINE Motion motion_of(const Float4* records, u32 pose) {  // 2 · pose, + 1 for the inverse
  const Float4* p = records + u64(pose) * 4;
  return {fetch(p), fetch(p + 1), fetch(p + 2)};
}

// F in the frame of C: turned axes, and the way from C's centre to F's.
struct BoxPair {
  Vec3f c0, c1, c2, f0, f1, f2, way;

  APART_INLINE BoxPair(const Box& c, const Box& f, const Motion& to_c)
      : c0(xyz(c.a)),
        c1(xyz(c.b)),
        c2(xyz(c.c)),
        f0(to_c.turn(xyz(f.a))),
        f1(to_c.turn(xyz(f.b))),
        f2(to_c.turn(xyz(f.c))),
        way(to_c.place(xyz(f.m)) - xyz(c.m)) {}
};

// Bounds the error of a projection, as ObbPair::error does.
APART_INLINE float box_error(const Box& c, const Box& f, float slack) {
  return std::fma(64 * kUnitFloat, (c.a.w + c.b.w + c.c.w) + (f.a.w + f.b.w + f.c.w), slack);
}

// Does one of the fifteen axes separate them? If so, the contents do not touch.
APART_INLINE bool boxes_apart(const Box& c, const Box& f, const Motion& to_c, float slack) {
  const BoxPair p(c, f, to_c);
  const float s0 = fused_dot(p.c0, p.way), s1 = fused_dot(p.c1, p.way), s2 = fused_dot(p.c2, p.way);
  const float a0 = c.a.w, a1 = c.b.w, a2 = c.c.w, b0 = f.a.w, b1 = f.b.w, b2 = f.c.w;
  const float e = box_error(c, f, slack);
  const float r00 = fused_dot(p.c0, p.f0), r01 = fused_dot(p.c0, p.f1), r02 = fused_dot(p.c0, p.f2);
  const float r10 = fused_dot(p.c1, p.f0), r11 = fused_dot(p.c1, p.f1), r12 = fused_dot(p.c1, p.f2);
  const float r20 = fused_dot(p.c2, p.f0), r21 = fused_dot(p.c2, p.f1), r22 = fused_dot(p.c2, p.f2);
  const auto size = [](float x) { return std::abs(x); };
  const auto sum = [](float x0, float y0, float x1, float y1, float x2, float y2, float more) {
    return std::fma(x0, y0, std::fma(x1, y1, std::fma(x2, y2, more)));
  };
  bool apart = size(s0) > sum(size(r00), b0, size(r01), b1, size(r02), b2, a0 + e);
  apart |= size(s1) > sum(size(r10), b0, size(r11), b1, size(r12), b2, a1 + e);
  apart |= size(s2) > sum(size(r20), b0, size(r21), b1, size(r22), b2, a2 + e);
  apart |= size(sum(s0, r00, s1, r10, s2, r20, 0)) > sum(size(r00), a0, size(r10), a1, size(r20), a2, b0 + e);
  apart |= size(sum(s0, r01, s1, r11, s2, r21, 0)) > sum(size(r01), a0, size(r11), a1, size(r21), a2, b1 + e);
  apart |= size(sum(s0, r02, s1, r12, s2, r22, 0)) > sum(size(r02), a0, size(r12), a1, size(r22), a2, b2 + e);
  // Of edges: the product of C's axis i, beside i1 and i2, with F's j.
  const auto edges = [&](float si1, float si2, float ri1j, float ri2j, float ai1, float ai2, float bj1, float rij2,
                         float bj2, float rij1) {
    const float far = size(std::fma(si2, ri1j, -(si1 * ri2j)));
    return far > std::fma(ai1, size(ri2j),
                          std::fma(ai2, size(ri1j), std::fma(bj1, size(rij2), std::fma(bj2, size(rij1), e))));
  };
  apart |= edges(s1, s2, r10, r20, a1, a2, b1, r02, b2, r01);
  apart |= edges(s1, s2, r11, r21, a1, a2, b2, r00, b0, r02);
  apart |= edges(s1, s2, r12, r22, a1, a2, b0, r01, b1, r00);
  apart |= edges(s2, s0, r20, r00, a2, a0, b1, r12, b2, r11);
  apart |= edges(s2, s0, r21, r01, a2, a0, b2, r10, b0, r12);
  apart |= edges(s2, s0, r22, r02, a2, a0, b0, r11, b1, r10);
  apart |= edges(s0, s1, r00, r10, a0, a1, b1, r22, b2, r21);
  apart |= edges(s0, s1, r01, r11, a0, a1, b2, r20, b0, r22);
  apart |= edges(s0, s1, r02, r12, a0, a1, b0, r21, b1, r20);
  return apart;
}

// A lower bound of the distance of the contents, the largest of: that of a box and the other's wrapping along its axes,
// both ways; along the line of the centres.
APART_INLINE float box_gap(const Box& c, const Box& f, const Motion& to_c, float slack) {
  const BoxPair p(c, f, to_c);
  const float a0 = c.a.w, a1 = c.b.w, a2 = c.c.w, b0 = f.a.w, b1 = f.b.w, b2 = f.c.w;
  const float e = box_error(c, f, slack);
  const auto size = [](float x) { return std::abs(x); };
  const auto sum = [](float x0, float y0, float x1, float y1, float x2, float y2, float more) {
    return std::fma(x0, y0, std::fma(x1, y1, std::fma(x2, y2, more)));
  };
  const auto out = [](float x) { return larger(x, 0.f); };
  const float r00 = fused_dot(p.c0, p.f0), r01 = fused_dot(p.c0, p.f1), r02 = fused_dot(p.c0, p.f2);
  const float r10 = fused_dot(p.c1, p.f0), r11 = fused_dot(p.c1, p.f1), r12 = fused_dot(p.c1, p.f2);
  const float r20 = fused_dot(p.c2, p.f0), r21 = fused_dot(p.c2, p.f1), r22 = fused_dot(p.c2, p.f2);
  const float u0 = size(fused_dot(p.c0, p.way)), u1 = size(fused_dot(p.c1, p.way)), u2 = size(fused_dot(p.c2, p.way));
  const float v0 = size(fused_dot(p.f0, p.way)), v1 = size(fused_dot(p.f1, p.way)), v2 = size(fused_dot(p.f2, p.way));
  const float out_a0 = out(u0 - sum(size(r00), b0, size(r01), b1, size(r02), b2, a0 + e));
  const float out_a1 = out(u1 - sum(size(r10), b0, size(r11), b1, size(r12), b2, a1 + e));
  const float out_a2 = out(u2 - sum(size(r20), b0, size(r21), b1, size(r22), b2, a2 + e));
  const float out_b0 = out(v0 - sum(size(r00), a0, size(r10), a1, size(r20), a2, b0 + e));
  const float out_b1 = out(v1 - sum(size(r01), a0, size(r11), a1, size(r21), a2, b1 + e));
  const float out_b2 = out(v2 - sum(size(r02), a0, size(r12), a1, size(r22), a2, b2 + e));
  const float wrapped = std::sqrt(larger(sum(out_a0, out_a0, out_a1, out_a1, out_a2, out_a2, 0),
                                         sum(out_b0, out_b0, out_b1, out_b1, out_b2, out_b2, 0)));
  const float squared = fused_dot(p.way, p.way);
  // Where the square underflows, a length that is too large, so that the bound is too small.
  const float line = std::sqrt(larger(squared, 1.2e-38f));
  const float along_line = (squared - sum(u0, a0, u1, a1, u2, a2, 0) - sum(v0, b0, v1, b1, v2, b2, 0)) / line - e;
  return (1 - 32 * kUnitFloat) * larger(wrapped, along_line);
}

}  // namespace apart::gpu
