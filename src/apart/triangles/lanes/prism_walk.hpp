// Triangles reached across edges, one after the other, seen along the prism over another triangle: four at once.
#pragma once
#include <apart/triangles/lanes/prism.hpp>

namespace apart::triangles {

// Corners seen along a prism: their weights, less those at the prism's origin, their heights, and the weights' errors.
struct SeenCorners {
  static constexpr u32 kMost = 72;
  double u[kMost], v[kMost], height[kMost], error[kMost];
};

// Edges across which four triangles are reached, by the numbers of their corners, and the third corners.
struct FourReached {
  u32 from[4], to[4];
  const Vec3d* third[4];
};

// A bit for each of four triangles.
struct SeenTriangles {
  u32 over, under;    // faces upward and certainly covers the prism's origin, or downward
  u32 unsure;         // may cover the origin
  u32 far;            // perhaps part of it is over the prism's triangle and farther than the prism's heights
  u32 second, third;  // its edge from `to` to the third corner, or that from there to `from`, may cross the prism
  double largest;     // no height over the prism's triangle is larger, of those that are not far
};

// All lane widths give the same bits.
struct PrismWalk {
  // Four points, as corners from `first` on.
  void (*see)(const Prism& prism, const Vec3d* const (&points)[4], SeenCorners& corners, u32 first);
  // Four triangles; their third corners are added from `first` on. The prism's heights are −high to high.
  void (*reach)(const Prism& prism, const FourReached& reached, SeenCorners& corners, u32 first, SeenTriangles& out);
};
const PrismWalk& prism_walk();  // of lane_width()

}  // namespace apart::triangles
