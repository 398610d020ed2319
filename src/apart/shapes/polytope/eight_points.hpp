// Points as a structure of arrays in blocks of eight, and the support point in a direction. In doubles or in floats.
#pragma once
#include <apart/base/vec3.hpp>
#include <span>
#include <vector>

namespace apart {

template <class T>
struct alignas(8 * sizeof(T)) EightPoints {
  T x[8], y[8], z[8];

  Vec3<T> point(u32 k) const { return {x[k], y[k], z[k]}; }
  void set(u32 k, Vec3<T> p) { x[k] = p.x, y[k] = p.y, z[k] = p.z; }
};
static_assert(sizeof(EightPoints<double>) == 192 && sizeof(EightPoints<float>) == 96);

// Appends points. At least one; the last block is padded with the first point, which changes no result.
template <class T>
void append_eights(std::span<const Vec3<T>> points, std::vector<EightPoints<T>>& to) {
  const std::size_t before = to.size();
  to.resize(before + (points.size() + 7) / 8);
  for (std::size_t i = 0; i < 8 * (to.size() - before); ++i)
    to[before + i / 8].set(static_cast<u32>(i % 8), points[i < points.size() ? i : 0]);
}

// Some points, and a direction in which one is looked for.
template <class T>
struct PointScan {
  const EightPoints<T>* points;
  u32 eights;
  Vec3<T> direction;
};

// The same results with every lane width; points are counted in blocks of eight.
template <class T>
struct PointSearch {
  // The index of the farthest, of equals the first.
  u32 (*farthest)(const EightPoints<T>* points, u32 eights, Vec3<T> direction);
  // The same in several directions.
  void (*farthest_in_each)(const EightPoints<T>* points, u32 eights, std::span<const Vec3<T>> directions, u32* found);
  // Of each point the direction in which it is the farthest, of equals the first, and how far; at least one direction.
  void (*best_directions)(const EightPoints<T>* points, u32 eights, std::span<const Vec3<T>> directions, u32* found,
                          T* heights);
  // The farthest points of several scans, each of at least one block.
  void (*farthest_points)(const PointScan<T>* scans, u32 count, Vec3<T>* found);
  // The height of the farthest, or −infinity if there are none.
  T (*reach)(const EightPoints<T>* points, u32 eights, Vec3<T> direction);
  // The heights of all, and the same.
  T (*heights)(const EightPoints<T>* points, u32 eights, Vec3<T> direction, T* heights);
};
template <class T>
const PointSearch<T>& point_search();  // of lane_width()
template <>
const PointSearch<float>& point_search();
template <>
const PointSearch<double>& point_search();

template <class T>
u32 farthest_of(const std::vector<EightPoints<T>>& points, Vec3<T> direction) {
  return point_search<T>().farthest(points.data(), static_cast<u32>(points.size()), direction);
}

}  // namespace apart
