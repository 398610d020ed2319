// Fits a segment or a rectangle with a radius around points or balls: a capsule contains two end balls and a lozenge
// four corner balls exactly if it contains all between, so merging is fitting too.
#pragma once
#include <apart/shapes/mesh/moments.hpp>
#include <apart/volumes/kinds/swept.hpp>
#include <initializer_list>

namespace apart::volumes::sweep {

using Ball = Sphere<double>;
inline Vec3d middle(Vec3d p) { return p; }
inline Vec3d middle(const Ball& b) { return b.centre; }
inline double radius(Vec3d) { return 0; }
inline double radius(const Ball& b) { return b.radius; }

inline double root(double x) { return x > 0 ? std::sqrt(x) : 0; }

// An interval on a line, or its midpoint if the ends have passed each other: then every content extends over all
// between them.
struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();

  // Content at x is within reach from this far away.
  void hold(double x, double reach) { low = lesser(low, x + reach), high = larger(high, x - reach); }
  void settle() {
    if (high < low) low = high = 0.5 * low + 0.5 * high;
  }
  double centre() const { return 0.5 * low + 0.5 * high; }
  double half() const { return 0.5 * (high - low); }
};

// The distance of a point from a core with rounded axes: orthonormal only to float precision, measured in double. Never
// below the true distance.
inline double distance_to(const SegmentCore<double>& c, Vec3d p) {
  const Vec3d w = p - c.centre;
  return length(w - clamped(dot(w, c.axis) / squared_length(c.axis), c.half) * c.axis);
}
inline double distance_to(const RectangleCore<double>& c, Vec3d p) {
  const Vec3d w = p - c.centre, u = c.axes[0], v = c.axes[1];
  double s = 0, t = 0;
  for (int round = 0; round < 3; ++round) {  // each divides the error by the square of the angle's
    s = clamped(dot(w - t * v, u) / squared_length(u), c.half[0]);
    t = clamped(dot(w - s * u, v) / squared_length(v), c.half[1]);
  }
  return length(w - s * u - t * v);
}

// How far the content extends from the rounded core.
template <class Core, class Content>
double measured_radius(const Core& core, std::span<const Content> content) {
  double farthest = 0, size = 0;
  for (const Content& c : content) {
    farthest = larger(farthest, distance_to(core, middle(c)) + radius(c));
    size = larger(size, largest(abs(middle(c) - core.centre)));
  }
  return farthest * (1 + 8 * kUnit<double>)+16 * kUnit<double> * size;
}

template <class T>
SegmentCore<double> widened(const SegmentCore<T>& c) {
  return {cast<double>(c.centre), cast<double>(c.axis), double(c.half)};
}
template <class T>
RectangleCore<double> widened(const RectangleCore<T>& c) {
  return {cast<double>(c.centre),
          {cast<double>(c.axes[0]), cast<double>(c.axes[1])},
          {double(c.half[0]), double(c.half[1])}};
}

// Error bound for points of a core that was moved to `there` and then rounded.
inline double rounding_error(Vec3d there, Vec3d rounded) {
  return length(rounded - there) + 8 * kUnit<double> * length(there);
}
template <class T>
double rounding_error(const SegmentCore<double>& there, const SegmentCore<T>& rounded) {
  const SegmentCore<double> r = widened(rounded);
  return rounding_error(there.centre, r.centre) + there.half * rounding_error(there.axis, r.axis);
}
template <class T>
double rounding_error(const RectangleCore<double>& there, const RectangleCore<T>& rounded) {
  const RectangleCore<double> r = widened(rounded);
  return rounding_error(there.centre, r.centre) + there.half[0] * rounding_error(there.axes[0], r.axes[0]) +
         there.half[1] * rounding_error(there.axes[1], r.axes[1]);
}

// The corners of two volumes' cores, N in all, and the balls about them.
template <int N, class V>
struct CornerBalls {
  Vec3d corners[N];
  Ball balls[N];

  CornerBalls(const V& a, const V& b) {
    int n = 0;
    for (const V* v : {&a, &b})
      for_each_corner(widened(core(*v)), [&](Vec3d p) {
        corners[n] = p;
        balls[n++] = {p, double(v->radius)};
      });
  }
  Mat3d spread() const { return principal_axes(std::span<const Vec3d>(corners)); }
  std::span<const Ball> content() const { return balls; }
};

// Axes of which the last is given.
inline Mat3d axes_about(Vec3d direction) {
  const Vec3d a = abs(direction);
  const Vec3d off = a.x <= a.y && a.x <= a.z ? Vec3d{1, 0, 0} : a.y <= a.z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
  const Vec3d z = direction / length(direction), x = cross(off, z), u = x / length(x);
  return {{u, cross(z, u), z}};
}

// The smallest of several fits to the same content along different axes.
template <class V, class F>
V smallest(std::initializer_list<Mat3d> choices, F fit) {
  V best{};
  bool first = true;
  for (const Mat3d& axes : choices) {
    const V v = fit(axes);
    if (first || size(v) < size(best)) best = v;
    first = false;
  }
  return best;
}

}  // namespace apart::volumes::sweep
