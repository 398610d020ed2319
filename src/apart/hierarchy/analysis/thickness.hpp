// The thickness of a volume: the least distance of two parallel planes that enclose it: for boxes the least side, for
// round ones the least diameter, for hulls that along their principal axes. Computed from the fields that kinds of
// volumes have in common, without knowing each.
#pragma once
#include <apart/shapes/mesh/moments.hpp>
#include <apart/volumes/kinds/kdop_normals.hpp>
#include <apart/volumes/volume.hpp>

namespace apart::hierarchy {

namespace thin {

template <class T>
double least(Vec3<T> v) {
  return double(lesser(lesser(v.x, v.y), v.z));
}

template <class V>
double of_corners(const V& v) {
  std::vector<Vec3d> points;
  for (const auto& p : v.corners) points.push_back(cast<double>(p));
  const Mat3d axes = principal_axes(std::span<const Vec3d>(points));
  Vec3d low = axes * points[0], high = low;
  for (Vec3d p : points) low = lesser(low, axes * p), high = larger(high, axes * p);
  return least(high - low) + 2 * double(v.slack);
}

template <class V>
double of_slabs(const V& v) {
  constexpr int n = V::kDirections;
  double width = std::numeric_limits<double>::infinity();
  for (int i = 0; i < n; ++i)
    width = lesser(width, 2 * double(v.half[i]) / kdop_length(kKdopNormals<2 * n>[std::size_t(i)]));
  return width;
}

}  // namespace thin

template <class V>
double thickness(const V& v) {
  if (is_empty(v)) return 0;
  if constexpr (requires { v.box; })  // a ball and a box
    return thickness(v.box);
  else if constexpr (requires { v.corners; })
    return thin::of_corners(v);
  else if constexpr (requires { V::kDirections; })
    return thin::of_slabs(v);
  else if constexpr (requires { v.half.x; })
    return 2 * thin::least(v.half);
  else if constexpr (requires { v.radii.x; })
    return 2 * thin::least(v.radii);
  else if constexpr (
      requires { v.axis; } && !requires { core(v); })  // with flat ends
    return 2 * double(lesser(v.half, v.radius));
  else
    return 2 * double(v.radius);
}

}  // namespace apart::hierarchy
