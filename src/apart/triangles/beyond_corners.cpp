// Exact tests of neighbouring triangles, by the number of corners that they share.
#include <apart/triangles/beyond_corners.hpp>
#include <apart/triangles/exact/orient.hpp>
#include <apart/triangles/overlap.hpp>

namespace apart::triangles {
namespace {

// A few distinct positions.
struct Corners {
  Vec3d at[3];
  int size = 0;

  void add(Vec3d p) {
    if (!contains(p)) at[size++] = p;
  }
  bool contains(Vec3d p) const {
    for (int k = 0; k < size; ++k)
      if (at[k] == p) return true;
    return false;
  }
};

struct SharedCorners {
  Corners shared, of_s, of_t;  // in both, in one alone

  SharedCorners(const Triangle& s, const Triangle& t) {
    Corners all_s, all_t;
    for (int k = 0; k < 3; ++k) all_s.add(s[k]), all_t.add(t[k]);
    for (int k = 0; k < all_s.size; ++k) (all_t.contains(all_s.at[k]) ? shared : of_s).add(all_s.at[k]);
    for (int k = 0; k < all_t.size; ++k)
      if (!all_s.contains(all_t.at[k])) of_t.add(all_t.at[k]);
  }
};

// A triangle as seen from one of its corners, the apex: the hull of the apex and a base that does not contain it. A
// degenerate triangle with the apex between its other corners is two of them.
struct Cone {
  Vec3d apex, p, q;  // p = q: a segment

  Triangle base() const { return {p, q, q}; }
  Triangle whole() const { return {apex, p, q}; }
};

struct Cones {
  Cone each[2];
  int size = 0;

  Cones(Vec3d apex, const Corners& others) {
    const Vec3d* const at = others.at;
    if (others.size == 1) {
      each[size++] = {apex, at[0], at[0]};
    } else if (others.size == 2) {
      if (collinear(apex, at[0], at[1])) {
        each[size++] = {apex, at[0], at[0]};
        each[size++] = {apex, at[1], at[1]};
      } else {
        each[size++] = {apex, at[0], at[1]};
      }
    }
  }
};

// Does the plane of the first leave the second strictly on one side, but for the apex?
bool on_one_side(const Cone& of, const Cone& other) {
  const int p = orient3d(of.apex, of.p, of.q, other.p);
  return p != 0 && p == orient3d(of.apex, of.p, of.q, other.q);
}

// Their intersection is convex and contains the apex. Any other point of it lies on a ray from the apex, which leaves
// one of the two through its base, within the other.
bool meet_beyond_apex(const Cone& s, const Cone& t) {
  if (on_one_side(s, t) || on_one_side(t, s)) return false;
  return overlap(s.base(), t.whole()) || overlap(t.base(), s.whole());
}

// Two triangles over one edge. In two planes they have the edge alone in common.
bool folded_onto(Vec3d u, Vec3d v, Vec3d s, Vec3d t) {
  if (orient3d(u, v, s, t) != 0) return false;
  bool s_in_line = true;
  for (int axis = 0; axis < 3; ++axis) {
    const int side_s = orient2d(u, v, s, axis), side_t = orient2d(u, v, t, axis);
    if (side_s != 0 && side_t != 0) return side_s == side_t;
    s_in_line = s_in_line && side_s == 0;
  }
  // One of them is a segment of the edge's line. Another triangle has no more of that line than the edge.
  if (!s_in_line || !collinear(u, v, t)) return false;
  const Vec3d along = abs(v - u);
  const int axis = along.x >= along.y && along.x >= along.z ? 0 : along.y >= along.z ? 1 : 2;
  const double from = lesser(u[axis], v[axis]), to = larger(u[axis], v[axis]);
  return (s[axis] < from && t[axis] < from) || (s[axis] > to && t[axis] > to);
}

}  // namespace

int shared_corners(const Triangle& s, const Triangle& t) { return SharedCorners(s, t).shared.size; }

bool overlap_beyond_corners(const Triangle& s, const Triangle& t) {
  const SharedCorners corners(s, t);
  const auto& [shared, of_s, of_t] = corners;
  switch (shared.size) {
    case 0:
      return overlap(s, t);
    case 1: {
      const Cones cones_s(shared.at[0], of_s), cones_t(shared.at[0], of_t);
      for (int i = 0; i < cones_s.size; ++i)
        for (int j = 0; j < cones_t.size; ++j)
          if (meet_beyond_apex(cones_s.each[i], cones_t.each[j])) return true;
      return false;
    }
    case 2:
      return of_s.size == 1 && of_t.size == 1 && folded_onto(shared.at[0], shared.at[1], of_s.at[0], of_t.at[0]);
    default:
      return true;
  }
}

}  // namespace apart::triangles
