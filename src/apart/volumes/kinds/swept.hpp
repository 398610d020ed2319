// Swept spheres: sphere, capsule and lozenge are all points within a radius of a core, a point, a segment or a
// rectangle. The distance of two of them is the distance of the cores less the radii, so any two of the three can be
// tested.
#pragma once
#include <apart/volumes/kinds/sphere.hpp>

namespace apart::volumes {

template <class T>
struct PointCore {
  Vec3<T> centre;
};
// centre + s·axis, |s| ≤ half. The axis has length 1 to rounding, whatever the segment's length: no test divides by a
// length, and a degenerate segment needs no special case.
template <class T>
struct SegmentCore {
  Vec3<T> centre, axis;
  T half;
};
// centre + s·axes[0] + t·axes[1], |s| ≤ half[0], |t| ≤ half[1]; the axes are perpendicular to rounding.
template <class T>
struct RectangleCore {
  Vec3<T> centre, axes[2];
  T half[2];

  SegmentCore<T> edge(int along, bool far) const {
    const int other = 1 - along;
    const Vec3<T> out = half[other] * axes[other];
    return {far ? centre + out : centre - out, axes[along], half[along]};
  }
};

template <class T>
PointCore<T> core(const Sphere<T>& v) {
  return {v.centre};
}

template <class V>
concept Swept = requires(const V v) {
  core(v);
  v.radius;
};

// B's core in A's axes, relative to A's centre.
template <class T>
PointCore<T> placed_core(const PointCore<T>& c, const Placement<T>& at, Vec3<T> from) {
  return {at.rotation * c.centre + at.translation - from};
}
template <class T>
SegmentCore<T> placed_core(const SegmentCore<T>& c, const Placement<T>& at, Vec3<T> from) {
  return {at.rotation * c.centre + at.translation - from, at.rotation * c.axis, c.half};
}
template <class T>
RectangleCore<T> placed_core(const RectangleCore<T>& c, const Placement<T>& at, Vec3<T> from) {
  return {at.rotation * c.centre + at.translation - from,
          {at.rotation * c.axes[0], at.rotation * c.axes[1]},
          {c.half[0], c.half[1]}};
}

// In [−h, h]; h if x is NaN.
template <class T>
T clamped(T x, T h) {
  return larger(-h, lesser(h, x));
}

// Squared distances. Each is that of two points of the cores, so it is never too small; the points are the nearest ones
// up to an error of a few units of the cores' sizes and shift.
template <class T>
T squared_distance(const PointCore<T>& a, const PointCore<T>& b) {
  return squared_length(b.centre - a.centre);
}
template <class T>
T squared_distance(const SegmentCore<T>& a, const PointCore<T>& b) {
  const Vec3<T> w = b.centre - a.centre;
  return squared_length(w - clamped(dot(w, a.axis), a.half) * a.axis);
}
template <class T>
T squared_distance(const RectangleCore<T>& a, const PointCore<T>& b) {
  const Vec3<T> w = b.centre - a.centre;
  const T s = clamped(dot(w, a.axes[0]), a.half[0]), t = clamped(dot(w, a.axes[1]), a.half[1]);
  return squared_length(w - s * a.axes[0] - t * a.axes[1]);
}

// Data shared by the pairs of parallel edges of two rectangles: the nearest points of lines along a and b.
template <class T>
struct Lines {
  Vec3<T> a, b, to_a;  // the parameter on a's line is r·to_a, r from a's centre to b's
  T cosine;

  // From the cross product, not from 1 − cosine²: for nearly parallel lines the parameters are inaccurate, but the
  // distance changes by no more than the lengths times the unit.
  Lines(Vec3<T> along_a, Vec3<T> along_b) : a(along_a), b(along_b), cosine(dot(a, b)) {
    const Vec3<T> n = cross(a, b);
    to_a = cross(b, n) / larger(squared_length(n), number<T>(1e-30));
  }

  // The nearest point on A for the lines, then the nearest on B to that, then the nearest on A again (Ericson, section
  // 5.1.9). For parallel ones any first point will do.
  T squared_distance(Vec3<T> r, T half_a, T half_b) const {
    const T ra = dot(r, a), rb = dot(r, b);
    const T first = clamped(dot(r, to_a), half_a);
    const T t = clamped(first * cosine - rb, half_b);
    const T s = clamped(t * cosine + ra, half_a);
    return squared_length(r + t * b - s * a);
  }
};

template <class T>
T squared_distance(const SegmentCore<T>& a, const SegmentCore<T>& b) {
  return Lines<T>(a.axis, b.axis).squared_distance(b.centre - a.centre, a.half, b.half);
}

// The point of the segment nearest to the rectangle's plane: where it crosses the plane, or an end.
template <class T>
T squared_distance_at_plane(const RectangleCore<T>& a, Vec3<T> normal, const SegmentCore<T>& b) {
  const T zero = number<T>(0), height = dot(normal, b.centre - a.centre), slope = dot(normal, b.axis);
  const MaskOf<T> level = (!(slope > zero)) & (!(slope < zero));
  const T place = select(level, zero, clamped(-height / select(level, number<T>(1), slope), b.half));
  return squared_distance(a, PointCore<T>{b.centre + place * b.axis});
}

// The nearest point of the segment is nearest to an edge, or else nearest to the plane. If a parallel segment projects
// to the interior, its midpoint does too, or the segment crosses over an edge.
template <class T>
T squared_distance(const RectangleCore<T>& a, const SegmentCore<T>& b) {
  T best = squared_distance_at_plane(a, cross(a.axes[0], a.axes[1]), b);
  for (int i = 0; i < 2; ++i) {
    const Lines<T> lines(a.axes[i], b.axis);
    for (bool far : {false, true}) {
      const SegmentCore<T> edge = a.edge(i, far);
      best = lesser(best, lines.squared_distance(b.centre - edge.centre, edge.half, b.half));
    }
  }
  return best;
}

// Edges against edges, and each edge against the other's interior.
template <class T>
T squared_distance(const RectangleCore<T>& a, const RectangleCore<T>& b) {
  const Vec3<T> normal_a = cross(a.axes[0], a.axes[1]), normal_b = cross(b.axes[0], b.axes[1]);
  T best = number<T>(std::numeric_limits<double>::infinity());
  for (int i = 0; i < 2; ++i)
    for (bool far : {false, true}) {
      best = lesser(best, squared_distance_at_plane(a, normal_a, b.edge(i, far)));
      best = lesser(best, squared_distance_at_plane(b, normal_b, a.edge(i, far)));
    }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const Lines<T> lines(a.axes[i], b.axes[j]);
      for (bool far_a : {false, true})
        for (bool far_b : {false, true}) {
          const SegmentCore<T> p = a.edge(i, far_a), q = b.edge(j, far_b);
          best = lesser(best, lines.squared_distance(q.centre - p.centre, p.half, q.half));
        }
    }
  return best;
}

// Are two rectangles separated by more than `reach` along a normal or a side of one of them? The margin covers axes
// that are of length 1 only to rounding.
template <class T>
MaskOf<T> apart_along_sides(const RectangleCore<T>& a, const RectangleCore<T>& b, T reach) {
  using std::abs;
  const Vec3<T> r = b.centre - a.centre;
  const auto apart = [&](Vec3<T> d) {
    const T size_a = abs(dot(d, a.axes[0])) * a.half[0] + abs(dot(d, a.axes[1])) * a.half[1];
    const T size_b = abs(dot(d, b.axes[0])) * b.half[0] + abs(dot(d, b.axes[1])) * b.half[1];
    return abs(dot(d, r)) > size_a + size_b + reach;
  };
  MaskOf<T> found = apart(cross(a.axes[0], a.axes[1])) | apart(cross(b.axes[0], b.axes[1]));
  for (int i = 0; i < 2; ++i) found = found | apart(a.axes[i]) | apart(b.axes[i]);
  return found;
}

// The same with A and B exchanged.
template <class T>
T squared_distance(const PointCore<T>& a, const SegmentCore<T>& b) {
  return squared_distance(b, a);
}
template <class T>
T squared_distance(const PointCore<T>& a, const RectangleCore<T>& b) {
  return squared_distance(b, a);
}
template <class T>
T squared_distance(const SegmentCore<T>& a, const RectangleCore<T>& b) {
  return squared_distance(b, a);
}

// No point of a core is farther from its centre.
template <class T>
T core_reach(const PointCore<T>&) {
  return number<T>(0);
}
template <class T>
T core_reach(const SegmentCore<T>& c) {
  return c.half;
}
template <class T>
T core_reach(const RectangleCore<T>& c) {
  return c.half[0] + c.half[1];
}

// The farthest point of a core from another is one of its corners.
template <class T, class F>
void for_each_corner(const PointCore<T>& c, F f) {
  f(c.centre);
}
template <class T, class F>
void for_each_corner(const SegmentCore<T>& c, F f) {
  f(c.centre - c.half * c.axis);
  f(c.centre + c.half * c.axis);
}
template <class T, class F>
void for_each_corner(const RectangleCore<T>& c, F f) {
  for_each_corner(c.edge(0, false), f);
  for_each_corner(c.edge(0, true), f);
}

// Two cores, A's centre at the origin.
template <class CoreA, class CoreB, class T>
struct CorePair {
  CoreA a;
  CoreB b;
  T error;  // of the distance: rounding, and axes that are orthonormal only to rounding

  CorePair(CoreA of_a, const Placement<T>& at, const CoreB& of_b) : a(of_a), b(placed_core(of_b, at, of_a.centre)) {
    a.centre = {};
    // Squares of lengths below the tiny one may have underflowed.
    constexpr double tiny = sizeof(kUnit<T>) == 4 ? 1e-18 : 1e-150;
    error = at.slack + number<T>(tiny) +
            number<T>(32 * kUnit<T>) * (largest(abs(b.centre)) + core_reach(a) + core_reach(b));
  }
  T distance() const {
    using std::sqrt;
    return sqrt(squared_distance(a, b));
  }
  T farthest() const {
    T most = number<T>(0);
    for_each_corner(
        a, [&](Vec3<T> p) { for_each_corner(b, [&](Vec3<T> q) { most = larger(most, squared_length(p - q)); }); });
    using std::sqrt;
    return sqrt(most);
  }
};

template <class T, template <class> class A, template <class> class B>
requires Swept<A<T>> && Swept<B<T>>
auto core_pair(const A<T>& a, const Placement<T>& at, const B<T>& b) {
  return CorePair<decltype(core(a)), decltype(core(b)), T>(core(a), at, core(b));
}

// The distance of the two surfaces; negative if they overlap.
template <class T, template <class> class A, template <class> class B>
requires Swept<A<T>> && Swept<B<T>> T separation(const A<T>& a, const Placement<T>& at, const B<T>& b) {
  const auto pair = core_pair(a, at, b);
  return pair.distance() * number<T>(1 - 8 * kUnit<T>) - (a.radius + b.radius) * number<T>(1 + 4 * kUnit<T>) -
         pair.error;
}

template <class T, template <class> class A, template <class> class B>
requires Swept<A<T>> && Swept<B<T>> MaskOf<T> overlap(const A<T>& a, const Placement<T>& at, const B<T>& b) {
  return !(separation(a, at, b) > number<T>(0));
}

template <class T, template <class> class A, template <class> class B>
requires Swept<A<T>> && Swept<B<T>> T gap(const A<T>& a, const Placement<T>& at, const B<T>& b) {
  return larger(separation(a, at, b), number<T>(0));
}

template <class T, template <class> class A, template <class> class B>
requires Swept<A<T>> && Swept<B<T>> T exact_gap(const A<T>& a, const Placement<T>& at, const B<T>& b) {
  return larger(core_pair(a, at, b).distance() - a.radius - b.radius, number<T>(0));
}

template <class T, template <class> class A, template <class> class B>
requires Swept<A<T>> && Swept<B<T>> T span(const A<T>& a, const Placement<T>& at, const B<T>& b) {
  const auto pair = core_pair(a, at, b);
  return (pair.farthest() + a.radius + b.radius) * number<T>(1 + 8 * kUnit<T>) + pair.error;
}

}  // namespace apart::volumes
