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
void for_each_crossing(const BoxTree& tree, const Mesh& mesh, const AxisRay& ray, Take take) {
  if (tree.empty() || misses(ray, tree)) return;
  const PointInTree at(tree.frame, ray.origin);
  const PointBoxTests& tests = point_box_tests();
  const float way = static_cast<float>(ray.way);
  GrowingStack<Ref> open;
  open.push(tree.ref(0));
  while (!open.empty()) {
    const Ref ref = open.pop();
    if (!ref.is_leaf()) {
      const WideNode<Aabb<float>, 8>& node = tree.nodes[ref.first() / 8];
      u32 left = tests.stabbed(at, ray.axis, way, numbers(node.volumes));
      for (; left != 0; left &= left - 1) open.push(node.refs[std::countr_zero(left)]);
      continue;
    }
    const bool all = for_each_primitive(tree.items(), ref, [&](u32 i) {
      const AxisCrossing found = crossing(ray, mesh.triangle(i));
      return (found.sign == 0 && !found.contains) || take(i, found);
    });
    if (!all) return;
  }
}

}  // namespace apart::traversal
