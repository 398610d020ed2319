// Overlap tests of two oriented boxes, all variants of the literature: fifteen axes, the six face normals, the five of
// the dual hierarchy, with the terms of zero and infinite extents left out, by GJK, by linear programming. All are
// conservative: they may report "overlap" for disjoint boxes, never "disjoint" for contents that meet. The first three
// over packs, too.
#pragma once
#include <apart/convex/linear/linear_program.hpp>
#include <apart/volumes/obb.hpp>

namespace apart::volumes {

// The same box with its axes sorted by extent, the least first.
template <class T>
Obb<T> by_extent(Obb<T> v) {
  const auto exchange = [&](int i, int j) {
    if (!(v.half[j] < v.half[i])) return;
    std::swap(v.half[i], v.half[j]);
    std::swap(v.axes.rows[i], v.axes.rows[j]);
    v.axes.rows[3 - i - j] = -v.axes.rows[3 - i - j];  // so that the axes remain a rotation
  };
  exchange(0, 1), exchange(1, 2), exchange(0, 1);
  return v;
}

// a0, b0, a2×b2, a1×b2, a2×b1, for nearby boxes with sorted axes: the axes along which boxes are thin (Chang, Wang and
// Kim, section 3.2).
template <class T>
APART_INLINE MaskOf<T> apart_by_five(const ObbPair<T>& p) {
  Parting<T> parting{p.apart_along_a(0)};
  [[maybe_unused]] const bool early =
      parting.done(p.apart_along_b(0), true) || parting.done(p.apart_along_edges(2, 2), false) ||
      parting.done(p.apart_along_edges(1, 2), false) || parting.done(p.apart_along_edges(2, 1), false);
  return parting.apart;
}

template <class T>
MaskOf<T> overlap_by_axes(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  return !apart_by_axes(ObbPair<T>(a, at, b));
}
template <class T>
MaskOf<T> overlap_by_faces(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  return !apart_by_faces(ObbPair<T>(a, at, b));
}
template <class T>
MaskOf<T> overlap_by_five(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  return !apart_by_five(ObbPair<T>(a, at, b));
}

// The fifteen axes for boxes with zero or infinite extents (kEverything): their terms are left out (Gottschalk 2000,
// section 4.4). An infinite box covers every axis that is not perpendicular to it, so such axes are skipped; the others
// are decided by the finite extents alone. Perpendicular is meant exactly in T: an infinite box tilted by a rounding
// error would end up everywhere.
template <class T>
bool overlap_by_axes_that_matter(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  if (is_empty(a) || is_empty(b)) return false;
  const auto is_infinite = [](T half) { return half >= kEverything<T>; };
  const auto finite = [&](Vec3<T> half) {
    for (int i = 0; i < 3; ++i)
      if (is_infinite(half[i])) half[i] = 0;
    return half;
  };
  Obb<T> fa = a, fb = b;
  fa.half = finite(a.half), fb.half = finite(b.half);
  const ObbPair<T> p(fa, at, fb);
  bool long_a[3], long_b[3];
  for (int i = 0; i < 3; ++i) long_a[i] = is_infinite(a.half[i]), long_b[i] = is_infinite(b.half[i]);

  // Σ half · share, over entries where both are non-zero.
  const auto sum = [](auto half, auto share) {
    T out = 0;
    for (int i = 0; i < 3; ++i)
      if (half(i) != 0) out += half(i) * share(i);
    return out;
  };
  const auto spans = [](const bool(&is_long)[3], auto share) {
    for (int i = 0; i < 3; ++i)
      if (is_long[i] && share(i) != 0) return true;
    return false;
  };
  const auto half_a = [&](int i) { return p.half_a[i]; };
  const auto half_b = [&](int j) { return p.half_b[j]; };
  for (int i = 0; i < 3; ++i) {
    if (long_a[i] || spans(long_b, [&](int j) { return p.rotation(i, j); })) continue;
    if (std::abs(p.shift[i]) > p.half_a[i] + sum(half_b, [&](int j) { return p.sizes(i, j); }) + p.error) return false;
  }
  for (int j = 0; j < 3; ++j) {
    if (long_b[j] || spans(long_a, [&](int i) { return p.rotation(i, j); })) continue;
    if (std::abs(dot(p.shift, p.rotation.column(j))) >
        p.half_b[j] + sum(half_a, [&](int i) { return p.sizes(i, j); }) + p.error)
      return false;
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      // The axis i×j has components along A's axes i1 and i2, given by this, and likewise for B.
      const auto of_a = [&](int k) { return k == i1 ? p.sizes(i2, j) : k == i2 ? p.sizes(i1, j) : T(0); };
      const auto of_b = [&](int k) { return k == j1 ? p.sizes(i, j2) : k == j2 ? p.sizes(i, j1) : T(0); };
      const auto plain_a = [&](int k) { return k == i1 ? p.rotation(i2, j) : k == i2 ? p.rotation(i1, j) : T(0); };
      const auto plain_b = [&](int k) { return k == j1 ? p.rotation(i, j2) : k == j2 ? p.rotation(i, j1) : T(0); };
      if (spans(long_a, plain_a) || spans(long_b, plain_b)) continue;
      const T distance = std::abs(p.shift[i2] * p.rotation(i1, j) - p.shift[i1] * p.rotation(i2, j));
      if (distance > sum(half_a, of_a) + sum(half_b, of_b) + p.error) return false;
    }
  return true;
}

// The distance between the boxes that proves their contents disjoint: the placement's slack, and the error of axes that
// are orthonormal only to rounding.
template <class T>
double box_slack(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  return double(at.slack) + 16 * double(kUnit<T>) * (length(cast<double>(a.half)) + length(cast<double>(b.half)));
}

template <class T>
bool overlap_by_gjk(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  if (is_empty(a) || is_empty(b)) return false;
  const double slack = box_slack(a, at, b);
  return !(gjk(support(a), at, support(b), {.reach = slack}).at_least > slack);
}

// Finds a plane between the corners, and verifies it by projecting the corners on it.
template <class T>
bool overlap_by_linear_program(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  if (is_empty(a) || is_empty(b)) return false;
  const BoxCorners ca = corners(a);
  BoxCorners cb = corners(b);
  const Pose pose{cast<double>(at.rotation), cast<double>(at.translation)};
  double largest_coordinate = 0;
  for (Vec3d& q : cb.points) q = pose * q, largest_coordinate = larger(largest_coordinate, largest(abs(q)));
  for (Vec3d p : ca.points) largest_coordinate = larger(largest_coordinate, largest(abs(p)));
  const Vec3d n = separating_direction(ca.points, cb.points);
  if (!is_finite(n) || n == Vec3d{}) return true;
  double between = std::numeric_limits<double>::infinity();
  const Vec3d towards_b = n / length(n);
  for (Vec3d p : ca.points)
    for (Vec3d q : cb.points) between = lesser(between, dot(towards_b, q - p));
  return !(between > box_slack(a, at, b) + 32 * kUnit<double> * largest_coordinate);
}

}  // namespace apart::volumes
