// Tests the eight boxes of one node of a BoxTree, and the four triangles of one block, against a point or an
// axis-parallel ray, with as many at once as the CPU has lanes.
#pragma once
#include <apart/hierarchy/box_tree.hpp>

namespace apart::traversal {

// A point relative to the centre of a tree's frame, in floats. The slack bounds, per axis, the error of the point and
// of its offset from the sides of any box of the tree.
struct PointInTree {
  Vec3f at;
  float slack;

  PointInTree(const Frame& frame, Vec3d point)
      : at(cast<float>(point - frame.centre)),
        slack(float_above(8 * double(kUnit<float>) * (largest(abs(point - frame.centre)) + 2 * frame.radius))) {}
};

// All lane widths give the same bits. `boxes` are the numbers of an InLanes<Aabb<float>, 8>.
struct PointBoxTests {
  // Lower bounds of the squared distances, at any scale; the result has a bit for each that does not exceed the limit,
  // which is finite.
  u32 (*near)(const PointInTree& point, const float* boxes, float limit, float* squared);
  // A bit for each that the ray from the point may meet: along an axis, upwards (+1) or downwards (−1).
  u32 (*stabbed)(const PointInTree& point, int axis, float way, const float* boxes);
  // Of the triangles of a block: approximate squared distances, and a bit for each that may be within the limit. All
  // lengths are at most 1e25.
  u32 (*near_triangles)(Vec3d point, const TriangleBlock& block, double limit, double* squared);
  // A bit for each that the ray may cross or touch.
  u32 (*stabbed_triangles)(Vec3d point, int axis, double way, const TriangleBlock& block);
};

const PointBoxTests& point_box_tests();  // of lane_width()

// One of the triangles of a block.
inline Triangle triangle_of(const TriangleBlock& block, u32 lane) {
  const auto corner = [&](int k) { return Vec3d{block.at[k][lane], block.at[k + 1][lane], block.at[k + 2][lane]}; };
  return {corner(0), corner(3), corner(6)};
}

inline const float* numbers(const InLanes<Aabb<float>, 8>& boxes) { return reinterpret_cast<const float*>(&boxes); }

}  // namespace apart::traversal
