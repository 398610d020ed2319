// Overlap of two triangles: a floating-point filter, then exact signs (Guigue and Devillers).
#include <apart/triangles/exact/classify.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/kernels/plainly.hpp>
#include <apart/triangles/kernels/simplex.hpp>
#include <apart/triangles/overlap.hpp>

namespace apart::triangles {
namespace {

// Projected along an axis, does the line of some edge of s separate t strictly? For two disjoint convex figures in one
// plane, not both segments, an edge of one always does.
bool parted_by_an_edge(const Simplex& s, const Simplex& t, int axis) {
  if (s.size < 2) return false;
  const int inside = s.size == 3 ? orient2d(s[0], s[1], s[2], axis) : 1;
  for (int i = 0; i < s.size; ++i) {
    bool parted = true;
    for (int j = 0; j < t.size && parted; ++j) parted = orient2d(s[i], s.next(i), t[j], axis) == -inside;
    if (parted) return true;
  }
  return false;
}

bool point_or_segment_meets_triangle(const Simplex& s, const Simplex& t) {
  const Vec3d p = s[0], q = s[s.size - 1];
  const int side_p = orient3d(t[0], t[1], t[2], p), side_q = s.size == 1 ? side_p : orient3d(t[0], t[1], t[2], q);
  if (side_p == 0 && side_q == 0) {
    const int axis = open_axis(t);
    return !parted_by_an_edge(s, t, axis) && !parted_by_an_edge(t, s, axis);
  }
  if (side_p == side_q) return false;
  const int ab = orient3d(p, q, t[0], t[1]), bc = orient3d(p, q, t[1], t[2]), ca = orient3d(p, q, t[2], t[0]);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

// Points are segments of zero length. Four coplanar ends project without distortion along some axis, so the segments
// meet if they do in every projection; there, overlapping boxes and no strict side rule out separation.
bool segments_meet(const Simplex& s, const Simplex& t) {
  const Vec3d p = s[0], q = s[s.size - 1], a = t[0], b = t[t.size - 1];
  for (int i = 0; i < 3; ++i)
    if (larger(p[i], q[i]) < lesser(a[i], b[i]) || larger(a[i], b[i]) < lesser(p[i], q[i])) return false;
  if (orient3d(p, q, a, b) != 0) return false;
  for (int axis = 0; axis < 3; ++axis)
    if (orient2d(p, q, a, axis) * orient2d(p, q, b, axis) > 0 || orient2d(a, b, p, axis) * orient2d(a, b, q, axis) > 0)
      return false;
  return true;
}

bool flat_overlap(const Simplex& s, const Simplex& t) {
  if (s.size < 3 && t.size < 3) return segments_meet(s, t);
  if (s.size < 3) return point_or_segment_meets_triangle(s, t);
  if (t.size < 3) return point_or_segment_meets_triangle(t, s);
  const int axis = open_axis(s);
  return !parted_by_an_edge(s, t, axis) && !parted_by_an_edge(t, s, axis);
}

}  // namespace

bool overlap(const Triangle& s, const Triangle& t) {
  const Plainly said = plainly(s, t);
  return said == Plainly::in_doubt ? overlap_in_doubt(s, t) : said == Plainly::meeting;
}

bool overlap_in_doubt(const Triangle& s, const Triangle& t) {
  CornerSigns corners(s, t);
  const TriangleSides at = classify(corners);
  switch (at.kind) {
    case TriangleSides::Kind::apart:
      return false;
    case TriangleSides::Kind::flat:
      return flat_overlap(Simplex(s), Simplex(t));
    case TriangleSides::Kind::crossing:
      break;
  }
  // Do the two intervals of the common line overlap? After Guigue and Devillers, 2003.
  return corners.orient(at.s.a, at.s.b, at.t.a, at.t.b) <= 0 && corners.orient(at.s.a, at.s.c, at.t.a, at.t.c) >= 0;
}

}  // namespace apart::triangles
