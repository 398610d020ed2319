// An oriented bounding box.
#pragma once
#include <apart/shapes/mesh/moments.hpp>
#include <apart/volumes/box.hpp>
#include <apart/volumes/kinds/by_gjk.hpp>

namespace apart::volumes {

template <class T>
struct Obb {
  using Scalar = T;
  Mat3<T> axes{};  // rows; every point p of the content has |axes · (p − centre)| ≤ half
  Vec3<T> centre{}, half{};

  static Obb nothing() { return {{}, {}, {kNothing<T>, kNothing<T>, kNothing<T>}}; }
};
static_assert(sizeof(Obb<float>) == 60);

template <class T>
bool is_empty(const Obb<T>& v) {
  return v.half.x < 0;
}

// The box along given axes that contains all points. The rounded axes are the box's; sizes are measured along them.
template <class T>
Obb<T> obb_along(const Mat3d& directions, std::span<const Vec3d> points) {
  if (points.empty()) return Obb<T>::nothing();
  Obb<T> box;
  box.axes = cast<T>(directions);
  const Mat3d axes = cast<double>(box.axes);
  Vec3d low = axes * points[0], high = low;
  double largest_coordinate = 0;
  for (Vec3d p : points) {
    const Vec3d along = axes * p;
    low = lesser(low, along), high = larger(high, along);
    largest_coordinate = larger(largest_coordinate, largest(abs(p)));
  }
  box.centre = cast<T>(transposed_times(axes, 0.5 * low + 0.5 * high));
  const Vec3d c = axes * cast<double>(box.centre);
  const double error = 16 * kUnit<double> * largest_coordinate;  // of the projections above
  const auto out = [&](int i) { return round_above<T>(larger(high[i] - c[i], c[i] - low[i]) + error); };
  box.half = {out(0), out(1), out(2)};
  return box;
}

// Along the principal axes of the triangles' area (Gottschalk 2000, chapter 3), or of the points.
template <class T>
struct Fit<Obb<T>> {
  static Obb<T> of(std::span<const Triangle> triangles) {
    return obb_along<T>(principal_axes(triangles), corners(triangles));
  }
  static Obb<T> of(std::span<const Vec3d> points) { return obb_along<T>(principal_axes(points), points); }
};

// The eight corners. The axes are orthonormal only to rounding, so the content may extend this much beyond the corners:
// the margin is returned with them.
struct BoxCorners {
  Vec3d points[8];
  double slack;
};
template <class T>
BoxCorners corners(const Obb<T>& v) {
  BoxCorners out{};
  const Vec3d h = cast<double>(v.half);
  for (int i = 0; i < 8; ++i)
    out.points[i] =
        cast<double>(v.centre) +
        transposed_times(cast<double>(v.axes), Vec3d{i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z});
  out.slack = 8 * double(kUnit<T>) * length(h);
  return out;
}

template <class T>
Obb<T> grown(Obb<T> v, double by) {
  for (int i = 0; i < 3; ++i) v.half[i] = round_above<T>(double(v.half[i]) + by);
  return v;
}

// Along the principal axes of both boxes' corners, or along the axes of one, whichever is smallest.
template <class T>
Obb<T> merged(const Obb<T>& a, const Obb<T>& b) {
  if (is_empty(a)) return b;
  if (is_empty(b)) return a;
  const BoxCorners ca = corners(a), cb = corners(b);
  Vec3d points[16];
  for (int i = 0; i < 8; ++i) points[i] = ca.points[i], points[8 + i] = cb.points[i];
  Obb<T> best;
  bool first = true;
  for (const Mat3d& axes :
       {principal_axes(std::span<const Vec3d>(points)), cast<double>(a.axes), cast<double>(b.axes)}) {
    const Obb<T> box = obb_along<T>(axes, points);
    if (first || size(box) < size(best)) best = box;
    first = false;
  }
  return grown(best, ca.slack + cb.slack);
}

template <class T>
Obb<T> placed(const Obb<T>& v, const Pose& pose) {
  if (is_empty(v)) return v;
  const Vec3d centre = pose * cast<double>(v.centre);
  const Obb<T> there{cast<T>(cast<double>(v.axes) * transposed(pose.rotation)), cast<T>(centre), v.half};
  return grown(there, 16 * double(kUnit<T>) * (length(cast<double>(v.half)) + largest(abs(centre))));
}

template <class T>
bool contains(const Obb<T>& v, Vec3d p) {
  const Vec3d d = abs(cast<double>(v.axes) * (p - cast<double>(v.centre))), h = cast<double>(v.half);
  return d.x <= h.x && d.y <= h.y && d.z <= h.z;
}

// B's box in A's axes: the common start of all tests of two oriented boxes.
template <class T>
struct ObbPair {
  Vec3<T> half_a, half_b;
  Vec3<T> shift;     // from A's centre to B's, along A's axes
  Mat3<T> rotation;  // rotation(i, j): A's axis i · B's axis j
  Mat3<T> sizes;     // its absolute values
  // Error bound of a projection. If the contents meet, the shift is at most the sum of both boxes' sizes, so the error
  // of every term is some units of those: ten in a shift or a rotation entry, twice that in an edge product, and the
  // sums.
  T error;

  APART_INLINE ObbPair(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b)
      : ObbPair(a.half, a.axes * (at.rotation * b.centre + at.translation - a.centre),
                a.axes * (at.rotation * transposed(b.axes)), b.half, at.slack) {}
  APART_INLINE ObbPair(Vec3<T> a_half, Vec3<T> from_a_to_b, const Mat3<T>& a_dot_b, Vec3<T> b_half, T slack)
      : half_a(a_half), half_b(b_half), shift(from_a_to_b), rotation(a_dot_b), sizes(abs(rotation)) {
    const Vec3<T> both = half_a + half_b;
    error = slack + number<T>(64 * kUnit<T>) * (both.x + both.y + both.z);
  }

  // Along one axis: the shift of the centres, and the sum of both extents with their error.
  struct Along {
    T shift, extent;
    APART_INLINE MaskOf<T> apart() const { return shift > extent; }
  };
  // Along A's face normal i, B's j, or the product of edges i and j. Called with constants, so that indices are
  // resolved at compile time.
  APART_INLINE Along along_a(int i) const {
    using std::abs;
    return {abs(shift[i]), half_a[i] + dot(sizes.rows[i], half_b) + error};
  }
  APART_INLINE Along along_b(int j) const {
    using std::abs;
    return {abs(dot(shift, rotation.column(j))), half_b[j] + dot(sizes.column(j), half_a) + error};
  }
  // Nearly parallel edges give an axis of nearly zero length, where both sides of the comparison are rounding errors;
  // the error term keeps the test conservative.
  APART_INLINE Along along_edges(int i, int j) const {
    using std::abs;
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const T distance = abs(shift[i2] * rotation(i1, j) - shift[i1] * rotation(i2, j));
    const T size_a = half_a[i1] * sizes(i2, j) + half_a[i2] * sizes(i1, j);
    const T size_b = half_b[j1] * sizes(i, j2) + half_b[j2] * sizes(i, j1);
    return {distance, size_a + size_b + error};
  }

  // Is it a separating axis?
  APART_INLINE MaskOf<T> apart_along_a(int i) const { return along_a(i).apart(); }
  APART_INLINE MaskOf<T> apart_along_b(int j) const { return along_b(j).apart(); }
  APART_INLINE MaskOf<T> apart_along_edges(int i, int j) const { return along_edges(i, j).apart(); }
};

// One axis after the other until all lanes are separated. A single pair tests for early-out after each axis; packs,
// whose lanes seldom all separate early, only at marked places.
template <class T>
struct Parting {
  MaskOf<T> apart;

  APART_INLINE bool done(const MaskOf<T>& more, bool look) {
    apart = apart | more;
    return (look || LanesOf<T>::count == 1) && all(apart);
  }
};

// The six face normals. True as soon as all lanes are separated.
template <class T>
APART_INLINE bool part_by_faces(const ObbPair<T>& p, Parting<T>& parting) {
  return parting.done(p.apart_along_a(1), false) || parting.done(p.apart_along_a(2), false) ||
         parting.done(p.apart_along_b(0), false) || parting.done(p.apart_along_b(1), false) ||
         parting.done(p.apart_along_b(2), true);
}

template <class T>
APART_INLINE MaskOf<T> apart_by_faces(const ObbPair<T>& p) {
  Parting<T> parting{p.apart_along_a(0)};
  part_by_faces(p, parting);
  return parting.apart;
}

// The nine products of edges.
template <class T>
APART_INLINE void part_by_edges(const ObbPair<T>& p, Parting<T>& parting) {
  [[maybe_unused]] const bool early =
      parting.done(p.apart_along_edges(0, 0), false) || parting.done(p.apart_along_edges(0, 1), false) ||
      parting.done(p.apart_along_edges(0, 2), false) || parting.done(p.apart_along_edges(1, 0), false) ||
      parting.done(p.apart_along_edges(1, 1), false) || parting.done(p.apart_along_edges(1, 2), false) ||
      parting.done(p.apart_along_edges(2, 0), false) || parting.done(p.apart_along_edges(2, 1), false) ||
      parting.done(p.apart_along_edges(2, 2), false);
}

// All fifteen axes: face normals, then edge products.
template <class T>
APART_INLINE void part_by_axes(const ObbPair<T>& p, Parting<T>& parting) {
  if (!part_by_faces(p, parting)) part_by_edges(p, parting);
}
template <class T>
APART_INLINE MaskOf<T> apart_by_axes(const ObbPair<T>& p) {
  Parting<T> parting{p.apart_along_a(0)};
  part_by_axes(p, parting);
  return parting.apart;
}

template <class T>
MaskOf<T> overlap(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  return !apart_by_axes(ObbPair<T>(a, at, b));
}

// The maximum of three lower bounds. Two are distances of a box and the other's wrapping along its axes, tight if the
// boxes are near and similarly oriented. The third is along the line of their centres, tight if they are distant: its
// error falls with the square of their sizes.
template <class T>
APART_INLINE T gap(const ObbPair<T>& p) {
  using std::sqrt;
  const T o = number<T>(0);
  const Vec3<T> zero{o, o, o}, errors{p.error, p.error, p.error};
  const Vec3<T> in_a = abs(p.shift), in_b = abs(transposed_times(p.rotation, p.shift));
  const Vec3<T> along_a = in_a - (p.half_a + p.sizes * p.half_b + errors);
  const Vec3<T> along_b = in_b - (p.half_b + transposed_times(p.sizes, p.half_a) + errors);
  const T squared = dot(p.shift, p.shift);
  // Where the square underflows, a length that is too large, so that the bound is too small.
  const T line = sqrt(larger(squared, number<T>(std::numeric_limits<float>::min())));
  const T along_line = (squared - dot(in_a, p.half_a) - dot(in_b, p.half_b)) / line - p.error;
  const Vec3<T> out_a = larger(along_a, zero), out_b = larger(along_b, zero);
  const T wrapped = sqrt(larger(dot(out_a, out_a), dot(out_b, out_b)));
  return number<T>(1 - 32 * kUnit<T>) * larger(wrapped, along_line);
}
template <class T>
T gap(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  return gap(ObbPair<T>(a, at, b));
}

template <class T>
BoxSupport support(const Obb<T>& v) {
  return {cast<double>(v.centre), cast<double>(v.axes), cast<double>(v.half)};
}

template <class T>
T exact_gap(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  return is_empty(a) || is_empty(b) ? kEverything<T> : exact_gap_by_gjk(support(a), at, support(b));
}

template <class T>
T span(const Obb<T>& a, const Placement<T>& at, const Obb<T>& b) {
  const ObbPair<T> p(a, at, b);
  const Vec3<T> along_a = abs(p.shift) + a.half + p.sizes * b.half;
  const Vec3<T> along_b = abs(transposed_times(p.rotation, p.shift)) + b.half + transposed_times(p.sizes, a.half);
  return number<T>(1 + 32 * kUnit<T>) * (lesser(length(along_a), length(along_b)) + p.error + p.error);
}

template <class T>
Stretch<T> crossing(const Obb<T>& v, const VolumeRay<T>& ray) {
  return slab_crossing(v.half, v.axes * (ray.origin - v.centre), v.axes * ray.direction, ray.end);
}

template <class T>
APART_INLINE T diameter(const Obb<T>& v) {
  return box_diameter(v.half);
}
template <class T>
T area(const Obb<T>& v) {
  return box_area(v.half);
}
template <class T>
T size(const Obb<T>& v) {
  return box_size(v.half);
}

}  // namespace apart::volumes
