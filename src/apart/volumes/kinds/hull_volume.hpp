// The convex hull as a bounding volume: the tightest and the most expensive. Of variable size, so without packs; tested
// by GJK in double whatever T the corners are stored in, after a sphere that rejects distant pairs.
#pragma once
#include <apart/base/rigidity.hpp>
#include <apart/shapes/hull.hpp>
#include <apart/shapes/mesh/mass.hpp>
#include <apart/volumes/kinds/by_gjk.hpp>
#include <apart/volumes/kinds/sphere.hpp>

namespace apart::volumes {

template <class T>
struct HullVolume {
  using Scalar = T;
  std::vector<Vec3<T>> corners;  // the content lies within `slack` of their hull: what rounding to T and Qhull left out
  T slack{};
  Sphere<T> ball = Sphere<T>::nothing();  // about the content
  T surface{}, volume{};

  static HullVolume nothing() { return {}; }
};

template <class T>
bool is_empty(const HullVolume<T>& v) {
  return v.corners.empty();
}

// Corners in T are compared by differences from the first, as PointsSupport does.
template <class T>
struct CornersSupport {
  std::span<const Vec3<T>> corners;

  Vec3d operator()(Vec3d direction) const {
    const Vec3d first = cast<double>(corners[0]);
    std::size_t best = 0;
    double farthest = 0;
    for (std::size_t i = 1; i < corners.size(); ++i) {
      const double along = dot(direction, cast<double>(corners[i]) - first);
      if (along > farthest) farthest = along, best = i;
    }
    return cast<double>(corners[best]);
  }
};
template <class T>
CornersSupport<T> support(const HullVolume<T>& v) {
  return {v.corners};
}

// The hull of points that are known to within `error`.
template <class T>
HullVolume<T> hull_volume(std::span<const Vec3d> points, double error = 0) {
  if (points.empty()) return {};
  const Hull hull = convex_hull(points);
  HullVolume<T> out;
  double moved = 0, size = 0;
  for (Vec3d p : hull.vertices) {
    out.corners.push_back(cast<T>(p));
    moved = larger(moved, length(p - cast<double>(out.corners.back())));
    size = larger(size, length(p - hull.vertices[0]));
  }
  // The last term covers GJK's own rounding error for a distance of this size.
  out.slack = round_above<T>((hull.slack + moved + error + 128 * kUnit<double> * size) * (1 + 8 * kUnit<double>));
  out.ball = Fit<Sphere<T>>::of(points);
  out.ball.radius = round_above<T>((double(out.ball.radius) + error) * (1 + 4 * kUnit<double>));
  if (!hull.faces.empty()) {
    const Mass m = mass(hull.surface());
    out.surface = rounded<T>(m.area), out.volume = rounded<T>(hull.dimension == 3 ? m.volume : 0);
  }
  return out;
}

template <class T>
struct Fit<HullVolume<T>> {
  static HullVolume<T> of(std::span<const Vec3d> points) { return hull_volume<T>(points); }
};

template <class T>
HullVolume<T> merged(const HullVolume<T>& a, const HullVolume<T>& b) {
  if (is_empty(a)) return b;
  if (is_empty(b)) return a;
  std::vector<Vec3d> points;
  for (const auto* v : {&a, &b})
    for (Vec3<T> p : v->corners) points.push_back(cast<double>(p));
  return hull_volume<T>(points, double(larger(a.slack, b.slack)));
}

template <class T>
HullVolume<T> placed(const HullVolume<T>& v, const Pose& pose) {
  if (is_empty(v)) return v;
  HullVolume<T> out = v;
  double moved = 0;
  for (Vec3<T>& p : out.corners) {
    const Vec3d there = pose * cast<double>(p);
    p = cast<T>(there);
    moved =
        larger(moved, length(there - cast<double>(p)) + 8 * kUnit<double> * (length(there) + length(pose.translation)));
  }
  const double turned = rigidity_error(pose.rotation) * double(v.ball.radius);
  out.slack = round_above<T>((double(v.slack) + moved + turned) * (1 + 4 * kUnit<double>));
  out.ball = placed(v.ball, pose);
  return out;
}

template <class T>
bool contains(const HullVolume<T>& v, Vec3d p) {
  if (is_empty(v)) return false;
  const Vec3d point[] = {p};
  const GjkOptions options{.reach = double(v.slack)};
  return !(gjk(support(v), PointsSupport{point}, p - cast<double>(v.ball.centre), options).at_least > double(v.slack));
}

// The distance between the hulls of the corners that proves the contents disjoint.
template <class T>
double needed_gap(const HullVolume<T>& a, const Placement<T>& at, const HullVolume<T>& b) {
  return double(at.slack) + double(a.slack) + double(b.slack);
}

template <class T>
bool overlap(const HullVolume<T>& a, const Placement<T>& at, const HullVolume<T>& b) {
  if (is_empty(a) || is_empty(b) || !overlap(a.ball, at, b.ball)) return false;
  return !(separation_by_gjk(support(a), at, support(b), needed_gap(a, at, b), 0) > 0);
}

template <class T>
T span(const HullVolume<T>& a, const Placement<T>& at, const HullVolume<T>& b) {
  return span(a.ball, at, b.ball);
}

// GJK decides whether the ray comes near; the interval is bounded by the sphere and by planes perpendicular to the ray
// that enclose the hull.
template <class T>
Stretch<T> crossing(const HullVolume<T>& v, const VolumeRay<T>& ray) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const Stretch<T> none{T(never), T(-never)};
  if (is_empty(v)) return none;
  Stretch<T> in = crossing(v.ball, ray);
  if (!(in.from <= in.to)) return none;
  const Vec3d origin = cast<double>(ray.origin), way = cast<double>(ray.direction);
  const double square = dot(way, way);
  const double slack = double(v.slack) + 32 * kUnit<double> * (length(origin) + length(cast<double>(v.ball.centre)));
  if (square > 0) {
    double low = never, high = -never;
    for (Vec3<T> p : v.corners) {
      const double along = dot(way, cast<double>(p) - origin);
      low = lesser(low, along), high = larger(high, along);
    }
    const double wide = 2 * slack * std::sqrt(square);
    in.from = larger(in.from, round_below<T>((low - wide) / square));
    in.to = lesser(in.to, round_above<T>((high + wide) / square));
    if (!(in.from <= in.to)) return none;
  }
  const auto end = [&](T t) { return square > 0 ? origin + double(t) * way : origin; };
  const Vec3d ends[] = {end(in.from), end(in.to)};
  const GjkResult r = gjk(support(v), PointsSupport{ends}, ends[0] - cast<double>(v.ball.centre), {.reach = 2 * slack});
  return r.at_least > 2 * slack ? none : in;
}

template <class T>
T diameter(const HullVolume<T>& v) {
  return diameter(v.ball);
}
// Of the hull of the corners; both sides of a flat one.
template <class T>
T area(const HullVolume<T>& v) {
  return v.surface;
}
template <class T>
T size(const HullVolume<T>& v) {
  return v.volume;
}

}  // namespace apart::volumes
