// The interface of a bounding volume. One file per volume; nothing else has to change for a new one.
//
// Of contents, over scalars (T is float or double), rounded outward:
//   Fit<V>::of(points)          the volume of points; it contains triangles if it contains their vertices
//   merged(a, b)                contains what either contains
//   placed(v, pose)             contains v's content moved: exact up to rounding if the volume can rotate
//   contains(v, p)              is the point inside, in plain double arithmetic
//   exact_gap(a, at, b)         the distance of the two volumes themselves, to rounding
//   is_empty(v)                 V::nothing() is empty: it overlaps nothing, and merging it changes nothing
// Of volumes, also over packs, where each lane is another volume:
//   overlap(a, at, b)           may they meet? never false if the contents do
//   gap(a, at, b)               a lower bound of the distance of the contents, 0 if they may meet
//   span(a, at, b)              an upper bound of the greatest distance of their contents
//   diameter(v), area(v), size(v)   upper bound of the content's diameter; surface area and volume of the volume
// Optional (RayVolume):
//   crossing(v, ray)            the interval where a ray may be inside; never misses the content
// Optional (AlignedVolume), of volumes that cannot rotate and are given in one frame:
//   overlap, gap, span          with OneFrame instead of a placement: intervals along the directions that both share
//   ball_around(v)              a sphere that contains it, with few operations
// Optional: Placer<V>, for volumes that have more to prepare than a pose to be placed many times.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <apart/volumes/placement.hpp>
#include <apart/volumes/ray.hpp>
#include <span>

namespace apart::volumes {

template <class V>
struct Fit;

// Specialised for volumes of which several, side by side, are tested at once in SIMD lanes (obb_siblings.hpp).
template <class V>
struct LaneTests;

// Half sizes and radii of empty volumes, and of unbounded ones: finite, so that a product with zero is zero.
template <class T>
inline constexpr T kEverything = std::numeric_limits<T>::max() / 16;
template <class T>
inline constexpr T kNothing = -kEverything<T>;

// The vertices of triangles, in order.
inline std::span<const Vec3d> corners(std::span<const Triangle> triangles) {
  static_assert(sizeof(Triangle) == 3 * sizeof(Vec3d));
  return {triangles.empty() ? nullptr : &triangles[0].a, 3 * triangles.size()};
}

// Fits to triangles; some volumes use more than their vertices.
template <class V>
V fit(std::span<const Triangle> triangles) {
  if constexpr (requires { Fit<V>::of(triangles); })
    return Fit<V>::of(triangles);
  else
    return Fit<V>::of(corners(triangles));
}

template <class V>
concept Volume = std::copyable<V> &&
    requires(const V v, const PlacementFor<V> at, Vec3d p, std::span<const Vec3d> points, const Pose pose) {
  { V::nothing() } -> std::same_as<V>;
  { is_empty(v) } -> std::same_as<bool>;
  { Fit<V>::of(points) } -> std::same_as<V>;
  { merged(v, v) } -> std::same_as<V>;
  { placed(v, pose) } -> std::same_as<V>;
  { contains(v, p) } -> std::same_as<bool>;
  { overlap(v, at, v) } -> std::same_as<bool>;
  { gap(v, at, v) } -> std::same_as<typename V::Scalar>;
  { span(v, at, v) } -> std::same_as<typename V::Scalar>;
  { diameter(v) } -> std::same_as<typename V::Scalar>;
  { area(v) } -> std::same_as<typename V::Scalar>;
  { size(v) } -> std::same_as<typename V::Scalar>;
};

// Places many volumes by one pose.
template <class V>
struct Placer {
  Pose pose;
  V operator()(const V& v) const { return placed(v, pose); }
};

template <class V>
concept AlignedVolume = Volume<V> && requires(const V v, const OneFrame<typename V::Scalar> at) {
  { overlap(v, at, v) } -> std::same_as<bool>;
  { gap(v, at, v) } -> std::same_as<typename V::Scalar>;
  { span(v, at, v) } -> std::same_as<typename V::Scalar>;
  ball_around(v);
};

template <class V>
concept RayVolume = Volume<V> && requires(const V v, const VolumeRay<typename V::Scalar> ray) {
  { crossing(v, ray) } -> std::same_as<Stretch<typename V::Scalar>>;
};

}  // namespace apart::volumes
