// More overlap tests of oriented boxes, as they were published: for comparison, since fifteen axes are faster
// (Gottschalk 2000, sections 4.1.4 and 4.1.5), or do as well (Ericson 2005, section 4.4.1). Conservative as those of
// obb_overlap.hpp are.
#pragma once
#include <apart/volumes/obb.hpp>

namespace apart::volumes {

// Greene's test of a box and a polytope: do their images meet in the three views along the box's axes, and is the box
// outside of no face of the other? Thirty inequalities.
template <class T>
bool overlap_by_views(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  if (is_empty(a) || is_empty(b)) return false;
  const ObbPair<T> p(a, at, b);
  const T error = 2 * p.error;
  Vec3<T> corners[8];
  for (int k = 0; k < 8; ++k) {
    corners[k] = p.shift;
    for (int j = 0; j < 3; ++j)
      corners[k] = corners[k] + (k >> j & 1 ? p.half_b[j] : -p.half_b[j]) * p.rotation.column(j);
  }
  struct Range {
    T low, high;
  };
  const auto along = [&](Vec3<T> n) {
    Range r{dot(n, corners[0]), dot(n, corners[0])};
    for (int k = 1; k < 8; ++k) r = {lesser(r.low, dot(n, corners[k])), larger(r.high, dot(n, corners[k]))};
    return r;
  };
  const auto beyond = [&](const Range& r, T extent, T off) { return r.low > extent + off || r.high < -extent - off; };
  // The box of the polytope, and its faces with the nearest corner of the box.
  for (int i = 0; i < 3; ++i) {
    Range r{corners[0][i], corners[0][i]};
    for (int k = 1; k < 8; ++k) r = {lesser(r.low, corners[k][i]), larger(r.high, corners[k][i])};
    if (beyond(r, p.half_a[i], error)) return false;
  }
  for (int j = 0; j < 3; ++j) {
    const T centre = dot(p.rotation.column(j), p.shift), extent = dot(p.sizes.column(j), p.half_a) + p.half_b[j];
    if (centre > extent + error || -centre > extent + error) return false;
  }
  // The silhouette lines of its three directions of edges in each view. In units of both boxes' sizes, of which p.error
  // has 64, a corner's coordinate is off by less than 30, which a short normal shrinks; the normal's own entries, off
  // by 10 each, times a corner that is at most twice those sizes away, add 29, and the extent 12.
  for (int view = 0; view < 3; ++view)
    for (int j = 0; j < 3; ++j) {
      const int u = (view + 1) % 3, v = (view + 2) % 3;
      Vec3<T> normal{0, 0, 0};
      normal[u] = p.rotation(v, j), normal[v] = -p.rotation(u, j);
      const T off = number<T>(0.75) + number<T>(0.625) * (p.sizes(v, j) + p.sizes(u, j));
      if (beyond(along(normal), p.sizes(v, j) * p.half_a[u] + p.sizes(u, j) * p.half_a[v], off * p.error)) return false;
    }
  return true;
}

// Every edge of one against every face of the other, 144 tests, then the centre of each in the other.
template <class T>
bool overlap_by_edges_and_faces(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  if (is_empty(a) || is_empty(b)) return false;
  const ObbPair<T> p(a, at, b);
  const T error = 2 * p.error;
  using std::abs;
  // The edges of another box, which lies at `shift` with `axes` as columns, against the faces of a box.
  const auto edges_meet = [&](Vec3<T> half, Vec3<T> shift, const Mat3<T>& axes, Vec3<T> other) {
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const Vec3<T> step = 2 * other[j] * axes.column(j);
      for (int signs = 0; signs < 4; ++signs) {
        const Vec3<T> from = shift - other[j] * axes.column(j) +
                             (signs & 1 ? other[j1] : -other[j1]) * axes.column(j1) +
                             (signs & 2 ? other[j2] : -other[j2]) * axes.column(j2);
        for (int i = 0; i < 3; ++i)
          for (int side = -1; side <= 1; side += 2) {
            const T rise = step[i], above = T(side) * half[i] - from[i];
            const int u = (i + 1) % 3, v = (i + 2) % 3;
            if (abs(rise) <= error) {  // along the face
              const auto reaches = [&](int k) {
                return lesser(from[k], from[k] + step[k]) <= half[k] + error &&
                       larger(from[k], from[k] + step[k]) >= -half[k] - error;
              };
              if (abs(above) <= 2 * error && reaches(u) && reaches(v)) return true;
              continue;
            }
            const T part = above / rise, loose = error / abs(rise);
            if (part < -loose || part > 1 + loose) continue;
            const auto inside = [&](int k) {
              return abs(from[k] + part * step[k]) <= half[k] + error + loose * abs(step[k]);
            };
            if (inside(u) && inside(v)) return true;
          }
      }
    }
    return false;
  };
  if (edges_meet(p.half_a, p.shift, p.rotation, p.half_b)) return true;
  const Vec3<T> back = -transposed_times(p.rotation, p.shift);
  if (edges_meet(p.half_b, back, transposed(p.rotation), p.half_a)) return true;
  const auto holds = [&](Vec3<T> half, Vec3<T> centre) {
    const Vec3<T> out = abs(centre) - half;
    return out.x <= error && out.y <= error && out.z <= error;
  };
  return holds(p.half_a, p.shift) || holds(p.half_b, back);
}

// The fifteen axes, with the rotation from one to the other computed row by row, each when it is first needed.
template <class T>
bool overlap_row_by_row(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  using std::abs;
  const Vec3<T> both = a.half + b.half, shift_in_a = at.rotation * b.centre + at.translation - a.centre;
  const T error = at.slack + number<T>(64 * kUnit<T>) * (both.x + both.y + both.z);
  Mat3<T> rotation;
  Vec3<T> shift;
  for (int i = 0; i < 3; ++i) {
    rotation.rows[i] = b.axes * transposed_times(at.rotation, a.axes.rows[i]);
    shift[i] = dot(a.axes.rows[i], shift_in_a);
    if (abs(shift[i]) > a.half[i] + dot(abs(rotation.rows[i]), b.half) + error) return false;
  }
  const ObbPair<T> p(a.half, shift, rotation, b.half, at.slack);
  for (int j = 0; j < 3; ++j)
    if (p.apart_along_b(j)) return false;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (p.apart_along_edges(i, j)) return false;
  return true;
}

// The fifteen axes in any order: 0 to 2 are A's, 3 to 5 B's, 6 + 3i + j the product of A's i and B's j. The first that
// separates, or fifteen.
template <class T>
int first_separating_axis(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b, const int (&order)[15]) {
  const ObbPair<T> p(a, at, b);
  for (int k = 0; k < 15; ++k) {
    const int axis = order[k];
    if (axis < 3   ? p.apart_along_a(axis)
        : axis < 6 ? p.apart_along_b(axis - 3)
                   : p.apart_along_edges(axis / 3 - 2, axis % 3))
      return k;
  }
  return 15;
}

// Boxes whose third axes are parallel, as those of things that stand on the ground: four axes around, one upward. Of
// others it separates less than fifteen axes do.
template <class T>
bool overlap_of_upright(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  const ObbPair<T> p(a, at, b);
  return !(p.apart_along_a(0) || p.apart_along_a(1) || p.apart_along_a(2) || p.apart_along_b(0) || p.apart_along_b(1));
}

}  // namespace apart::volumes
