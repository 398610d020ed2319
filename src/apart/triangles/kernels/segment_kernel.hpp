// The core of segment, point and triangle distance, for lengths in a safe range (see scale.hpp). Only differences of
// coordinates enter, so nothing is lost far from the origin. T is double or Quad.
#pragma once
#include <apart/base/both.hpp>
#include <apart/base/inline.hpp>
#include <apart/base/vec3.hpp>

namespace apart::triangles::kernel {

template <class T>
APART_BOTH T clamped(T x) {
  return x < 0 ? T(0) : x > 1 ? T(1) : x;
}

// A point on the segment p0 p1 = p0 + d, stored relative to its nearer end, so that end points are exact.
template <class T>
struct Foot {
  Vec3<T> end;
  T rest;  // the point is end + rest·d

  APART_BOTH Foot(Vec3<T> p0, Vec3<T> p1, T at) : end(at > T(0.5) ? p1 : p0), rest(at > T(0.5) ? at - 1 : at) {}
  APART_BOTH Vec3<T> point(Vec3<T> d) const { return rest == 0 ? end : end + rest * d; }
};

// The point on a + s·d nearest to a + w; 0 if d is.
template <class T>
APART_BOTH T nearest_place(Vec3<T> w, Vec3<T> d) {
  const T dd = dot(d, d);
  return dd > 0 ? clamped(dot(w, d) / dd) : T(0);
}

template <class T>
struct Places {
  T s, t;
};

// The nearest points of p0 + s·d and q0 + t·e, r = q0 − p0.
// Three other formulas stay, since their rounding is part of answers: convex/closed/segment_segment.hpp measures from
// the middles and reports only what is clear; convex/features/features.cpp compares the ends, which decides which
// feature is nearest; volumes/kinds/swept.hpp has unit axes and no branch, for packs.
template <class T>
APART_INLINE Places<T> nearest_places(Vec3<T> d, Vec3<T> e, Vec3<T> r) {
  const T dd = dot(d, d), ee = dot(e, e), de = dot(d, e), dr = dot(d, r), er = dot(e, r);
  // One is a point, or so short beside the other that products underflow, and its parallel lines would not be told from
  // others.
  if (!(dd * ee > T(0x1p-960))) {
    const T s = nearest_place(r, d);
    return {s, nearest_place(s * d - r, e)};
  }
  // Minimises |r + t·e − s·d|². The determinant dd·ee − de² cancels for nearly parallel lines; there it is replaced by
  // the cross product, which is accurate.
  T s = 0;
  const T det = dd * ee - de * de;
  if (det > T(0.01) * dd * ee) {
    s = clamped((dr * ee - er * de) / det);
  } else {
    const Vec3<T> n = cross(d, e);
    const T nn = dot(n, n);
    if (nn > 0) s = clamped(dot(cross(r, e), n) / nn);
  }
  const T t = (s * de - er) / ee;
  if (t < 0) return {clamped(dr / dd), T(0)};
  if (t > 1) return {clamped((dr + de) / dd), T(1)};
  return {s, t};
}

}  // namespace apart::triangles::kernel
