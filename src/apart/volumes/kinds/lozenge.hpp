// A lozenge: all points within a radius of a rectangle.
#pragma once
#include <apart/volumes/box.hpp>
#include <apart/volumes/fits/sweep_fit.hpp>

namespace apart::volumes {

template <class T>
struct Lozenge {
  using Scalar = T;
  Vec3<T> axes[2] = {{number<T>(1), number<T>(0), number<T>(0)}, {number<T>(0), number<T>(1), number<T>(0)}};
  Vec3<T> centre{};
  T half[2] = {}, radius{};

  static Lozenge nothing() { return {{{1, 0, 0}, {0, 1, 0}}, {}, {0, 0}, kNothing<T>}; }
};
static_assert(sizeof(Lozenge<float>) == 48);

template <class T>
RectangleCore<T> core(const Lozenge<T>& v) {
  return {v.centre, {v.axes[0], v.axes[1]}, {v.half[0], v.half[1]}};
}

template <class T>
bool is_empty(const Lozenge<T>& v) {
  return v.radius < 0;
}

namespace sweep {

// As thick as the content along the first axis. Along the other two, sides as far in as the round edges allow, then
// corners moved out, equally in both directions, until the round corners contain the content. Core and radius are
// measured after rounding.
template <class T, class Content>
Lozenge<T> lozenge_along(const Mat3d& axes, std::span<const Content> content) {
  const Vec3d origin = middle(content[0]);
  const auto coordinates = [&](const Content& c) { return axes * (middle(c) - origin); };
  Extent thickness;
  for (const Content& c : content) thickness.hold(coordinates(c).x, -radius(c));
  const double thick = thickness.half(), level = thickness.centre();
  const auto reach = [&](const Content& c, Vec3d p) {
    const double spare = thick - radius(c), off = std::abs(p.x - level);
    return root((spare - off) * (spare + off));
  };
  Extent u, v;
  for (const Content& c : content) {
    const Vec3d p = coordinates(c);
    const double r = reach(c, p);
    u.hold(p.z, r), v.hold(p.y, r);
  }
  u.settle(), v.settle();
  for (const Content& c : content) {
    const Vec3d p = coordinates(c);
    const double r = reach(c, p);
    const double du = larger(p.z - u.high, u.low - p.z), dv = larger(p.y - v.high, v.low - p.y);
    if (!(du > 0 && dv > 0 && du * du + dv * dv > r * r)) continue;
    // (du − push)² + (dv − push)² = r²
    const double push = larger(0.0, 0.5 * (du + dv - root(2 * r * r - (du - dv) * (du - dv))));
    (p.z > u.high ? u.high : u.low) += p.z > u.high ? push : -push;
    (p.y > v.high ? v.high : v.low) += p.y > v.high ? push : -push;
  }
  const Vec3d centre = origin + transposed_times(axes, Vec3d{level, v.centre(), u.centre()});
  Lozenge<T> out{
      {cast<T>(axes.rows[2]), cast<T>(axes.rows[1])}, cast<T>(centre), {rounded<T>(u.half()), rounded<T>(v.half())}, 0};
  out.radius = round_above<T>(measured_radius(widened(core(out)), content));
  return out;
}

}  // namespace sweep

// Along the principal axes of the triangles' area, or of the points: thin along the least spread.
template <class T>
struct Fit<Lozenge<T>> {
  static Lozenge<T> of(std::span<const Triangle> triangles) {
    return triangles.empty() ? Lozenge<T>::nothing()
                             : sweep::lozenge_along<T>(principal_axes(triangles), corners(triangles));
  }
  static Lozenge<T> of(std::span<const Vec3d> points) {
    return points.empty() ? Lozenge<T>::nothing() : sweep::lozenge_along<T>(principal_axes(points), points);
  }
};

// Along the spread of the eight corners, or along the axes of one of the two, whichever is smallest.
template <class T>
Lozenge<T> merged(const Lozenge<T>& a, const Lozenge<T>& b) {
  if (is_empty(a)) return b;
  if (is_empty(b)) return a;
  const sweep::CornerBalls<8, Lozenge<T>> corners(a, b);
  const auto axes_of = [](const Lozenge<T>& v) {
    const Vec3d z = cast<double>(v.axes[0]), y = cast<double>(v.axes[1]);
    return Mat3d{{cross(y, z), y, z}};
  };
  return sweep::smallest<Lozenge<T>>({corners.spread(), axes_of(a), axes_of(b)}, [&](const Mat3d& axes) {
    return sweep::lozenge_along<T>(axes, corners.content());
  });
}

template <class T>
Lozenge<T> placed(const Lozenge<T>& v, const Pose& pose) {
  if (is_empty(v)) return v;
  const RectangleCore<double> here = sweep::widened(core(v));
  const RectangleCore<double> there{
      pose * here.centre, {pose.rotate(here.axes[0]), pose.rotate(here.axes[1])}, {here.half[0], here.half[1]}};
  Lozenge<T> out{{cast<T>(there.axes[0]), cast<T>(there.axes[1])}, cast<T>(there.centre), {v.half[0], v.half[1]}, 0};
  const double off = sweep::rounding_error(there, core(out));
  out.radius = round_above<T>((double(v.radius) + off) * (1 + 4 * kUnit<double>));
  return out;
}

template <class T>
bool contains(const Lozenge<T>& v, Vec3d p) {
  return sweep::distance_to(sweep::widened(core(v)), p) <= double(v.radius);
}

// The normals of the rectangles and their sides separate most disjoint pairs; the distance decides the rest.
template <class T>
MaskOf<T> overlap(const Lozenge<T>& a, const Placement<T>& at, const Lozenge<T>& b) {
  const auto pair = core_pair(a, at, b);
  const T reach = (a.radius + b.radius) * number<T>(1 + 4 * kUnit<T>) + pair.error;
  MaskOf<T> apart = apart_along_sides(pair.a, pair.b, reach);
  if (all(apart)) return !apart;
  return !(apart | (pair.distance() * number<T>(1 - 8 * kUnit<T>) > reach));
}

// Of its bounding box.
template <class T>
Stretch<T> crossing(const Lozenge<T>& v, const VolumeRay<T>& ray) {
  const Mat3<T> axes{{v.axes[0], v.axes[1], cross(v.axes[0], v.axes[1])}};
  return slab_crossing(Vec3<T>{v.radius + v.half[0], v.radius + v.half[1], v.radius}, axes * (ray.origin - v.centre),
                       axes * ray.direction, ray.end);
}

template <class T>
T diameter(const Lozenge<T>& v) {
  using std::sqrt;
  const T d = sqrt(v.half[0] * v.half[0] + v.half[1] * v.half[1]) + v.radius;
  return larger(d + d, number<T>(0)) * number<T>(1 + 8 * kUnit<T>);
}

// With A and P the rectangle's area and perimeter: 2A + πrP + 4πr² and 2Ar + πr²P/2 + 4πr³/3.
template <class T>
T area(const Lozenge<T>& v) {
  const T r = larger(v.radius, number<T>(0));
  return number<T>(8) * v.half[0] * v.half[1] + number<T>(4 * std::numbers::pi) * r * (v.half[0] + v.half[1] + r);
}

template <class T>
T size(const Lozenge<T>& v) {
  const T r = larger(v.radius, number<T>(0));
  return r * (number<T>(8) * v.half[0] * v.half[1] +
              number<T>(2 * std::numbers::pi) * r * (v.half[0] + v.half[1] + number<T>(2.0 / 3) * r));
}

}  // namespace apart::volumes
