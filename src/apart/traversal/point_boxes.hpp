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

// Along an axis, upwards (+1) or downwards (−1), up to a length or to the coordinate of its end, which may be infinite.
struct StabbingRay {
  int axis;
  float way, length;
  double to;
};

// Up to eight boxes in steps of a grid, 0 to 255 along each axis, and what they hold. Lanes without a box have low 255
// and high 0: from every point within these numbers such a lane is 127 steps away or more, along all three axes.
struct SmallBoxes {
  std::uint8_t low[3][8], high[3][8];
  u32 refs[8];
};

// All lane widths give the same bits. Points are passed by reference: pushed to the stack they would be waited for.
// `boxes` are the numbers of an InLanes<Aabb<float>, 8>.
struct PointBoxTests {
  // Lower bounds of the squared distances, at any scale; the result has a bit for each that does not exceed the limit,
  // which is finite.
  u32 (*near)(const PointInTree& point, const float* boxes, float limit, float* squared);
  // The same, sorted: each lower bound as the bits of a float, above the child's reference; the nearest last. Writes
  // eight, of which those in the result's number count.
  u32 (*near_children)(const PointInTree& point, const float* boxes, const u32* refs, float limit, u64* sorted);
  // Lower bounds of the squared distances of one or two packs of small boxes from a point in steps, each coordinate
  // from 0 to 255. Returns the lane of the least, among all.
  u32 (*nearest_small_box)(const Vec3f& point, const SmallBoxes* boxes, u32 packs, float* squared);
  // A bit for each that comes as near to the point along every axis; these reaches include all roundings.
  u32 (*in_reach)(const PointInTree& point, const Vec3f& reach, const float* boxes);
  // A bit for each that the ray from the point may meet.
  u32 (*stabbed)(const PointInTree& point, const StabbingRay& ray, const float* boxes);
  // Of the triangles of a block: lower bounds of the squared distances, near enough to sort by, and a bit for each that
  // does not exceed the limit. All lengths are at most 1e25.
  u32 (*near_triangles)(const Vec3d& point, const TriangleBlock& block, double limit, double* least);
  // The same, and lowers the limit to the least upper bound of these distances, times a factor.
  u32 (*nearest_triangles)(const Vec3d& point, const TriangleBlock& block, double factor, double& limit, double* least);
  // A bit for each that the ray may cross or touch.
  u32 (*stabbed_triangles)(const Vec3d& point, const StabbingRay& ray, const TriangleBlock& block);
};

const PointBoxTests& point_box_tests();  // of lane_width()

// One of the triangles of a block.
inline Triangle triangle_of(const TriangleBlock& block, u32 lane) {
  const auto corner = [&](int k) { return Vec3d{block.at[k][lane], block.at[k + 1][lane], block.at[k + 2][lane]}; };
  return {corner(0), corner(3), corner(6)};
}

// Loads the children of an inner node, or the triangles of a leaf, before they are needed.
inline void prefetch(const BoxTree& tree, Ref ref) {
  const char* const ahead = ref.is_leaf() ? reinterpret_cast<const char*>(&tree.blocks[ref.first() / 4])
                                          : reinterpret_cast<const char*>(&tree.nodes[ref.first() / 8]);
  for (std::size_t line = 0; line < (ref.is_leaf() ? 5 : 4); ++line) __builtin_prefetch(ahead + 64 * line);
}

inline const float* numbers(const InLanes<Aabb<float>, 8>& boxes) { return reinterpret_cast<const float*>(&boxes); }

}  // namespace apart::traversal
