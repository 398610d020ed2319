// What a bounding volume must be able to do. One file a volume; nothing else has to change for a new one.
//
//   Fit<V>::of(triangles)       the volume of these triangles, rounded outward
//   overlap(a, placement, b)    may they meet? never false when the contents do
//   gap(a, placement, b)        a lower bound of the distance of the contents, 0 when they may meet
//   diameter(v)                 how large it is, for the descent rule
//   contains(v, p)              is the point inside, in plain double arithmetic
#pragma once
#include <apart/shapes/triangle.hpp>
#include <apart/volumes/placement.hpp>
#include <span>

namespace apart {

template <class V>
struct Fit;

template <class V>
concept Volume = std::copyable<V> &&
    requires(const V v, Placement<typename V::Scalar> at, std::span<const Triangled> triangles, Vec3d p) {
  { Fit<V>::of(triangles) } -> std::same_as<V>;
  { overlap(v, at, v) } -> std::same_as<bool>;
  { gap(v, at, v) } -> std::same_as<typename V::Scalar>;
  { diameter(v) } -> std::same_as<typename V::Scalar>;
  { contains(v, p) } -> std::same_as<bool>;
};

}  // namespace apart
