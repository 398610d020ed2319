// Intersection of two triangles: a point, a segment or a polygon, decided by exact signs.
#include <apart/triangles/exact/classify.hpp>
#include <apart/triangles/kernels/simplex.hpp>
#include <apart/triangles/meeting.hpp>
#include <apart/triangles/overlap.hpp>

namespace apart::triangles {
namespace {

// A point of pq by interpolation; exact at both ends, and without overflow. In Quad only the rounding of the result is
// left: a parameter rounded to double would double the error.
Vec3d along(Vec3d p, Vec3d q, Quad share) {
  if (share <= 0) return p;
  if (share >= 1) return q;
  Vec3d result;
  for (int i = 0; i < 3; ++i) {
    const double x = static_cast<double>(Quad(p[i]) + share * (Quad(q[i]) - Quad(p[i])));
    result[i] = larger(lesser(x, larger(p[i], q[i])), lesser(p[i], q[i]));
  }
  return result;
}

struct Spot {
  Vec3d at;
  bool vertex;  // an exact input vertex

  Spot(Vec3d p, Vec3d q, Quad share) : at(along(p, q, share)), vertex(share <= 0 || share >= 1) {}
};

Spot preferred(const Spot& a, const Spot& b) { return b.vertex ? b : a; }

Spot through_plane(Vec3d p, Vec3d q, const Triangle& t) { return {p, q, crossing(p, q, t.a, t.b, t.c)}; }

// The intervals of the common line are [s.ab, s.ac] and [t.ac, t.ab]; see TriangleSides.
Meeting crossing_meeting(CornerSigns& corners, const TriangleSides& at) {
  const auto sign = [&](int of_s, int of_t) { return corners.orient(at.s.a, of_s, at.t.a, of_t); };
  const int ab_ab = sign(at.s.b, at.t.b), ac_ac = sign(at.s.c, at.t.c);
  if (ab_ab > 0 || ac_ac < 0) return {};
  const int ab_ac = sign(at.s.b, at.t.c), ac_ab = sign(at.s.c, at.t.b);
  const Triangle s = at.s.of(corners), t = at.t.of(corners);
  const auto pick = [&](int order, bool s_first, Vec3d s_end, Vec3d t_end) {
    if (order != 0) return (order < 0) == s_first ? through_plane(s.a, s_end, t) : through_plane(t.a, t_end, s);
    return preferred(through_plane(s.a, s_end, t), through_plane(t.a, t_end, s));
  };
  const auto point = [](Vec3d p) { return Meeting{Meeting::Kind::point, p, p}; };
  if (at.s_by_a) return point(s.a);
  if (at.t_by_a) return point(t.a);
  if (ab_ab == 0) return point(pick(0, true, s.b, t.b).at);
  if (ac_ac == 0) return point(pick(0, true, s.c, t.c).at);
  return {Meeting::Kind::segment, pick(ab_ac, false, s.b, t.c).at, pick(ac_ab, true, s.c, t.b).at};
}

bool on_segment(Vec3d p, Vec3d a, Vec3d b) {
  return collinear(p, a, b) && !(before(p, a) && before(p, b)) && !(before(a, p) && before(b, p));
}

// Is p, a point of the same plane, in s?
bool holds(const Simplex& s, Vec3d p, int axis) {
  if (s.size < 3) return on_segment(p, s[0], s[s.size - 1]);
  const int ab = orient2d(s[0], s[1], p, axis), bc = orient2d(s[1], s[2], p, axis), ca = orient2d(s[2], s[0], p, axis);
  return (ab >= 0 && bc >= 0 && ca >= 0) || (ab <= 0 && bc <= 0 && ca <= 0);
}

// Do the interiors of the two segments cross in one point, projected along the axis?
bool cross_inside(Vec3d p, Vec3d q, Vec3d a, Vec3d b, int axis) {
  return orient2d(p, q, a, axis) * orient2d(p, q, b, axis) < 0 && orient2d(a, b, p, axis) * orient2d(a, b, q, axis) < 0;
}

// The ends of a longest chord; hypot handles small ones, and large ones are scaled down.
void longest_chord(const Vec3d* corners, int count, Meeting& result) {
  double reach = 0, longest = -1;
  for (int i = 0; i < count; ++i) reach = larger(reach, largest(abs(corners[i])));
  const double scale = reach > 0x1p1000 ? 0x1p-4 : 1;
  for (int i = 0; i < count; ++i)
    for (int j = i + 1; j < count; ++j) {
      const Vec3d d = scale * corners[j] - scale * corners[i];
      const double chord = std::hypot(d.x, d.y, d.z);
      if (chord > longest) longest = chord, result.p = corners[i], result.q = corners[j];
    }
}

// Intersection in one plane. The common polygon's corners are corners of one that lie in the other, and crossings of
// edges; each is decided by exact signs, so none is spurious and none is missed.
Meeting coplanar_meeting(const Simplex& s, const Simplex& t, int axis) {
  using enum Meeting::Kind;
  Vec3d corners[15];
  int count = 0;
  for (int i = 0; i < s.size; ++i)
    if (holds(t, s[i], axis)) corners[count++] = s[i];
  for (int j = 0; j < t.size; ++j)
    if (holds(s, t[j], axis)) corners[count++] = t[j];
  const int vertices = count;
  for (int i = 0; i < s.edges(); ++i)
    for (int j = 0; j < t.edges(); ++j)
      if (cross_inside(s[i], s.next(i), t[j], t.next(j), axis))
        corners[count++] = along(s[i], s.next(i), crossing(s[i], s.next(i), t[j], t.next(j), axis));
  if (count == 0) return {};

  Meeting result{point, corners[0], corners[0]};
  for (int i = 1; i < count; ++i) {
    if (before(corners[i], result.p)) result.p = corners[i];
    if (before(result.q, corners[i])) result.q = corners[i];
  }
  if (count > vertices) {
    // If interiors of edges cross, the dimensions alone determine the kind of the intersection.
    result.kind = s.size + t.size == 6 ? area : s.size + t.size == 5 ? segment : point;
  } else if (result.p != result.q) {
    result.kind = segment;
    for (int i = 0; i < count; ++i)
      if (!collinear(result.p, result.q, corners[i])) result.kind = area;
  }
  if (result.kind == area) longest_chord(corners, count, result);
  return result;
}

// An axis along which the plane of two coplanar segments does not project to a line.
int open_axis(Vec3d p, Vec3d q, Vec3d a, Vec3d b) {
  for (int axis = 0; axis < 2; ++axis)
    if (orient2d(p, q, a, axis) || orient2d(p, q, b, axis) || orient2d(a, b, p, axis)) return axis;
  return 2;
}

// For two that overlap; s has no more corners than t.
Meeting flat_meeting(const Simplex& s, const Simplex& t) {
  const Vec3d p = s[0], q = s[s.size - 1];
  if (t.size < 3) return coplanar_meeting(s, t, open_axis(p, q, t[0], t[t.size - 1]));
  if (s.size < 3 && (orient3d(t[0], t[1], t[2], p) || orient3d(t[0], t[1], t[2], q))) {
    const Vec3d at = along(p, q, crossing(p, q, t[0], t[1], t[2]));
    return {Meeting::Kind::point, at, at};
  }
  return coplanar_meeting(s, t, open_axis(t));
}

Meeting flat_meeting(const Triangle& s, const Triangle& t) {
  if (!overlap(s, t)) return {};
  const Simplex a(s), b(t);
  return a.size <= b.size ? flat_meeting(a, b) : flat_meeting(b, a);
}

}  // namespace

Meeting meeting(const Triangle& s, const Triangle& t) {
  CornerSigns corners(s, t);
  const TriangleSides at = classify(corners);
  switch (at.kind) {
    case TriangleSides::Kind::apart:
      return {};
    case TriangleSides::Kind::flat:
      return flat_meeting(s, t);
    case TriangleSides::Kind::crossing:
      break;
  }
  return crossing_meeting(corners, at);
}

}  // namespace apart::triangles
