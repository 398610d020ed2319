// The traversal of one tree along an axis-parallel ray: signed crossings of the surface.
#pragma once
#include <apart/base/growing_stack.hpp>
#include <apart/traversal/point_boxes.hpp>
#include <apart/triangles/axis_ray.hpp>
#include <bit>

namespace apart::traversal {

// From the point to the side of the root's box that is nearest.
inline AxisRay shortest_way_out(const BoxTree& tree, Vec3d point) {
  AxisRay ray{point, 0, 1};
  double least = std::numeric_limits<double>::infinity();
  if (tree.empty()) return ray;
  const Aabb<float> box = tree.volume(0);
  const Vec3d at = point - tree.frame.centre, low = box.low(), high = box.high();
  for (int axis = 0; axis < 3; ++axis) {
    if (high[axis] - at[axis] < least) least = high[axis] - at[axis], ray.axis = axis, ray.way = 1;
    if (at[axis] - low[axis] < least) least = at[axis] - low[axis], ray.axis = axis, ray.way = -1;
  }
  return ray;
}

// Does it miss the root's box for certain? At any distance.
inline bool misses(const AxisRay& ray, const BoxTree& tree) {
  const Aabb<float> box = tree.volume(0);
  const Vec3d at = ray.origin - tree.frame.centre, off = at - cast<double>(box.centre);
  const double error = 8 * kUnit<double> * (largest(abs(at)) + tree.frame.radius);
  const Vec3d size = cast<double>(box.half) + Vec3d{error, error, error};
  const int i = ray.first(), j = ray.second();
  return std::abs(off[i]) > size[i] || std::abs(off[j]) > size[j] || ray.way * off[ray.axis] > size[ray.axis];
}

// Calls take(triangle, crossing) for every triangle that the ray crosses or that contains its origin, in any order,
// until it returns false.
template <class Take>
void for_each_crossing(const BoxTree& tree, const AxisRay& ray, Take take) {
  if (tree.empty() || misses(ray, tree)) return;
  const PointInTree at(tree.frame, ray.origin);
  const PointBoxTests& tests = point_box_tests();
  const float way = static_cast<float>(ray.way);
  GrowingStack<u32> open;
  open.push(std::bit_cast<u32>(tree.ref(0)));
  while (!open.empty()) {
    const Ref ref = std::bit_cast<Ref>(open.pop());
    if (!ref.is_leaf()) {
      const WideNode<Aabb<float>, 8>& node = tree.nodes[ref.first() / 8];
      u32 left = tests.stabbed(at, ray.axis, way, numbers(node.volumes));
      for (; left != 0; left &= left - 1) open.push(std::bit_cast<u32>(node.refs[std::countr_zero(left)]));
      continue;
    }
    for (u32 block = ref.first() / TriangleBlock::kLanes;; ++block) {
      const TriangleBlock& four = tree.blocks[block];
      for (u32 left = tests.stabbed_triangles(ray.origin, ray.axis, ray.way, four); left != 0; left &= left - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(left));
        const AxisCrossing found = crossing(ray, triangle_of(four, lane));
        if ((found.sign != 0 || found.contains) && !take(four.items[lane].primitive(), found)) return;
      }
      if (four.items[3].last()) break;
    }
  }
}

}  // namespace apart::traversal
