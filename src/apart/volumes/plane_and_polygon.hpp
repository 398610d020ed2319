// Volumes against a plane and against a convex polygon (Gottschalk 2000, chapter 7; Ericson 2005, section 5.2.3): every
// kind has a support function, or a core and a radius. Conservative: a content is never missed.
#pragma once
#include <apart/convex/gjk/gjk.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/kinds/capsule.hpp>
#include <apart/volumes/kinds/cylinder.hpp>
#include <apart/volumes/kinds/ellipsoid.hpp>
#include <apart/volumes/kinds/hull_volume.hpp>
#include <apart/volumes/kinds/kdop.hpp>
#include <apart/volumes/kinds/lozenge.hpp>
#include <apart/volumes/obb.hpp>

namespace apart::volumes {

// Calls f(support function, radius about it) with those of a volume that is not empty.
template <class V, class F>
auto with_core(const V& v, F f) {
  return f(support(v), 0.0);
}
template <class T, class F>
auto with_core(const Sphere<T>& v, F f) {
  const Vec3d centre = cast<double>(v.centre);
  return f(PointsSupport{{&centre, 1}}, double(v.radius));
}
template <class T, class F>
auto with_core(const CapsuleVolume<T>& v, F f) {
  const Vec3d centre = cast<double>(v.centre), reach = double(v.half) * cast<double>(v.axis);
  const Vec3d ends[2] = {centre - reach, centre + reach};
  return f(PointsSupport{ends}, double(v.radius));
}
template <class T, class F>
auto with_core(const Lozenge<T>& v, F f) {
  const Vec3d centre = cast<double>(v.centre), x = double(v.half[0]) * cast<double>(v.axes[0]),
              y = double(v.half[1]) * cast<double>(v.axes[1]);
  const Vec3d corners[4] = {centre - x - y, centre + x - y, centre - x + y, centre + x + y};
  return f(PointsSupport{corners}, double(v.radius));
}
template <class T, int K, class F>
auto with_core(const Kdop<T, K>& v, F f) {
  const SlabSolid corners = solid(v);
  return f(PointsSupport{corners.corners}, 0.0);
}

// How far the content may lie outside of the support function: axes are orthonormal only to rounding.
template <class V>
double looseness(const V& v) {
  double out = 16 * double(kUnit<typename V::Scalar>) * double(diameter(v));
  if constexpr (requires { v.slack; }) out += double(v.slack);
  return out;
}

// The least and the greatest normal · p − offset of the volume: both positive in front of the plane, both negative
// behind it. The normal has length one.
struct Heights {
  double low, high;

  bool meets() const { return low <= 0 && high >= 0; }
};
template <class V>
Heights heights(const V& v, Vec3d normal, double offset) {
  if (is_empty(v)) return {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  return with_core(v, [&](const auto& support, double radius) {
    const double low = dot(normal, support(-normal)), high = dot(normal, support(normal));
    const double error =
        looseness(v) + 8 * kUnit<double> * (std::abs(low) + std::abs(high) + std::abs(offset) + radius);
    return Heights{low - radius - offset - error, high + radius - offset + error};
  });
}

// May the volume meet the polygon, given by its corners? Never false if it does.
template <class V>
bool meets(const V& v, std::span<const Vec3d> polygon) {
  if (is_empty(v) || polygon.empty()) return false;
  double far = 0;
  for (Vec3d p : polygon) far = larger(far, largest(abs(p)));
  return with_core(v, [&](const auto& support, double radius) {
    const Vec3d here = support(Vec3d{1, 0, 0});
    const double slack = radius + looseness(v) + 64 * kUnit<double> * (far + radius + largest(abs(here)));
    return !(gjk(support, PointsSupport{polygon}, polygon[0] - here, {.reach = slack}).at_least > slack);
  });
}

}  // namespace apart::volumes
