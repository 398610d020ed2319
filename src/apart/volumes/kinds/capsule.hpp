// A capsule: all points within a radius of a segment.
#pragma once
#include <apart/volumes/fits/sweep_fit.hpp>
#include <apart/volumes/slab.hpp>

namespace apart::volumes {

template <class T>
struct CapsuleVolume {
  using Scalar = T;
  Vec3<T> centre{}, axis{number<T>(1), number<T>(0), number<T>(0)};
  T half{}, radius{};

  static CapsuleVolume nothing() { return {{}, {1, 0, 0}, 0, kNothing<T>}; }
};
static_assert(sizeof(CapsuleVolume<float>) == 32);

template <class T>
SegmentCore<T> core(const CapsuleVolume<T>& v) {
  return {v.centre, v.axis, v.half};
}

template <class T>
bool is_empty(const CapsuleVolume<T>& v) {
  return v.radius < 0;
}

namespace sweep {

// About a line along one of the axes: a small circle in the perpendicular plane, then ends as far in as the round caps
// allow. Core and radius are measured after rounding.
template <class T, class Content>
CapsuleVolume<T> capsule_along(const Mat3d& axes, std::span<const Content> content) {
  const Vec3d along = axes.rows[2], origin = middle(content[0]);
  const auto coordinates = [&](const Content& c) { return axes * (middle(c) - origin); };
  Bounds across;
  for (const Content& c : content) {
    Vec3d p = coordinates(c), r{radius(c), radius(c), radius(c)};
    across.add(p - r), across.add(p + r);
  }
  // The circle: from the box's centre, ever smaller steps towards the farthest content.
  struct Circle {
    double x, y, radius = std::numeric_limits<double>::infinity();
  };
  Circle best{}, now{across.centre().x, across.centre().y};
  for (int round = 0; round < 12; ++round) {
    Vec3d farthest{};
    now.radius = 0;
    for (const Content& c : content) {
      const Vec3d p = coordinates(c);
      const double reach = length(Vec3d{p.x - now.x, p.y - now.y, 0}) + radius(c);
      if (reach >= now.radius) now.radius = reach, farthest = p;
    }
    if (now.radius < best.radius) best = now;
    const double step = 0.3 / (1 + round);
    now.x += step * (farthest.x - now.x), now.y += step * (farthest.y - now.y);
  }
  Extent extent;
  for (const Content& c : content) {
    const Vec3d p = coordinates(c);
    const double spare = best.radius - radius(c), off = length(Vec3d{p.x - best.x, p.y - best.y, 0});
    extent.hold(p.z, root((spare - off) * (spare + off)));
  }
  extent.settle();
  const Vec3d centre = origin + transposed_times(axes, Vec3d{best.x, best.y, extent.centre()});
  CapsuleVolume<T> v{cast<T>(centre), cast<T>(along), rounded<T>(extent.half()), 0};
  v.radius = round_above<T>(measured_radius(widened(core(v)), content));
  return v;
}

}  // namespace sweep

// Along the direction of greatest spread, of the triangles' area or of the points.
template <class T>
struct Fit<CapsuleVolume<T>> {
  static CapsuleVolume<T> of(std::span<const Triangle> triangles) {
    return triangles.empty() ? CapsuleVolume<T>::nothing()
                             : sweep::capsule_along<T>(principal_axes(triangles), corners(triangles));
  }
  static CapsuleVolume<T> of(std::span<const Vec3d> points) {
    return points.empty() ? CapsuleVolume<T>::nothing() : sweep::capsule_along<T>(principal_axes(points), points);
  }
};

// Along the spread of the four ends, or along one of the two, whichever is smallest.
template <class T>
CapsuleVolume<T> merged(const CapsuleVolume<T>& a, const CapsuleVolume<T>& b) {
  if (is_empty(a)) return b;
  if (is_empty(b)) return a;
  const sweep::CornerBalls<4, CapsuleVolume<T>> ends(a, b);
  return sweep::smallest<CapsuleVolume<T>>(
      {ends.spread(), sweep::axes_about(cast<double>(a.axis)), sweep::axes_about(cast<double>(b.axis))},
      [&](const Mat3d& axes) { return sweep::capsule_along<T>(axes, ends.content()); });
}

template <class T>
CapsuleVolume<T> placed(const CapsuleVolume<T>& v, const Pose& pose) {
  if (is_empty(v)) return v;
  const SegmentCore<double> here = sweep::widened(core(v));
  const SegmentCore<double> there{pose * here.centre, pose.rotate(here.axis), here.half};
  CapsuleVolume<T> out{cast<T>(there.centre), cast<T>(there.axis), v.half, 0};
  const double off = sweep::rounding_error(there, core(out));
  out.radius = round_above<T>((double(v.radius) + off) * (1 + 4 * kUnit<double>));
  return out;
}

template <class T>
bool contains(const CapsuleVolume<T>& v, Vec3d p) {
  return sweep::distance_to(sweep::widened(core(v)), p) <= double(v.radius);
}

// The balls at both ends, and the cylinder between them: from the first entry to the last exit.
template <class T>
Stretch<T> crossing(const CapsuleVolume<T>& v, const VolumeRay<T>& ray) {
  const Vec3<T> away = ray.origin - v.centre, out = v.half * v.axis;
  const Stretch<T> one = crossing(Sphere<T>{v.centre - out, v.radius}, ray);
  const Stretch<T> two = crossing(Sphere<T>{v.centre + out, v.radius}, ray);
  // Perpendicular to the axis the cylinder is a circle. The rounding error of the rotated ray is relative to the length
  // of its path.
  const T along = dot(away, v.axis), rate = dot(ray.direction, v.axis);
  const T guard = number<T>(32 * kUnit<T>) * (length(away) + v.half + v.radius);
  const Sphere<T> circle{{}, v.radius + guard};
  Stretch<T> s = crossing(circle, VolumeRay<T>{away - along * v.axis, ray.direction - rate * v.axis, ray.end});
  s = between(s, -(v.half + guard), v.half + guard, along, rate);
  s = only_where((s.from <= s.to) & (v.radius >= number<T>(0)), s);
  return {lesser(s.from, lesser(one.from, two.from)), larger(s.to, larger(one.to, two.to))};
}

template <class T>
T diameter(const CapsuleVolume<T>& v) {
  const T d = v.half + v.radius;
  return larger(d + d, number<T>(0)) * number<T>(1 + 8 * kUnit<T>);
}

template <class T>
T area(const CapsuleVolume<T>& v) {
  const T r = larger(v.radius, number<T>(0));
  return number<T>(4 * std::numbers::pi) * r * (r + v.half);
}

template <class T>
T size(const CapsuleVolume<T>& v) {
  const T r = larger(v.radius, number<T>(0));
  return number<T>(std::numbers::pi) * r * r * (number<T>(4.0 / 3) * r + v.half + v.half);
}

}  // namespace apart::volumes
