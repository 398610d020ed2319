// The heart of segment, point and triangle distance, for lengths of a comfortable size (see scale.hpp). Only
// differences of coordinates enter, so what is far from the origin loses nothing.
#pragma once
#include <apart/base/vec3.hpp>

namespace apart::kernel {

inline double clamped(double x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

// A place on the segment p0 p1 = p0 + d, told from its nearer end, so that an end is met exactly.
struct Foot {
  Vec3d end;
  double rest;  // the place is end + rest·d

  Foot(Vec3d p0, Vec3d p1, double at) : end(at > 0.5 ? p1 : p0), rest(at > 0.5 ? at - 1 : at) {}
  Vec3d point(Vec3d d) const { return rest == 0 ? end : end + rest * d; }
};

// The place on a + s·d nearest to a + w; 0 when d is.
inline double nearest_place(Vec3d w, Vec3d d) {
  const double dd = dot(d, d);
  return dd > 0 ? clamped(dot(w, d) / dd) : 0;
}

struct Places {
  double s, t;
};

// Where p0 + s·d and q0 + t·e come nearest, r = q0 − p0.
inline Places nearest_places(Vec3d d, Vec3d e, Vec3d r) {
  const double dd = dot(d, d), ee = dot(e, e), de = dot(d, e), dr = dot(d, r), er = dot(e, r);
  if (dd == 0 || ee == 0) return {nearest_place(r, d), nearest_place(-r, e)};
  // Minimise |r + t·e − s·d|². Its determinant dd·ee − de² cancels when the lines are nearly parallel; there the cross
  // product, which keeps its digits, takes its place.
  double s = 0;
  const double det = dd * ee - de * de;
  if (det > 0.01 * dd * ee) {
    s = clamped((dr * ee - er * de) / det);
  } else {
    const Vec3d n = cross(d, e);
    const double nn = dot(n, n);
    if (nn > 0) s = clamped(dot(cross(r, e), n) / nn);
  }
  const double t = (s * de - er) / ee;
  if (t < 0) return {clamped(dr / dd), 0};
  if (t > 1) return {clamped((dr + de) / dd), 1};
  return {s, t};
}

}  // namespace apart::kernel
