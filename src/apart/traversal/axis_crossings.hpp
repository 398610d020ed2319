// The traversal of one tree along an axis-parallel ray: signed crossings of the surface.
#pragma once
#include <apart/base/growing_array.hpp>
#include <apart/base/growing_stack.hpp>
#include <apart/traversal/point_boxes.hpp>
#include <apart/triangles/axis_ray.hpp>
#include <bit>
#include <span>
#include <vector>

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

inline StabbingRay stabbing(const AxisRay& ray, double to) {
  const double length = std::abs(to - ray.origin[ray.axis]);
  return {ray.axis, static_cast<float>(ray.way), float_above(lesser(length, 1e30)), to};
}

// Calls take(number, triangle) for triangles, in any order, until it returns false: all that the ray may cross or touch
// up to the coordinate `to` along its axis.
template <class Take>
void for_each_stabbed(const BoxTree& tree, const AxisRay& ray, double to, Take take) {
  if (tree.empty() || misses(ray, tree)) return;
  const PointInTree at(tree.frame, ray.origin);
  const PointBoxTests& tests = point_box_tests();
  const StabbingRay stab = stabbing(ray, to);
  GrowingStack<u32> open;
  open.push(std::bit_cast<u32>(tree.ref(0)));
  while (!open.empty()) {
    const Ref ref = std::bit_cast<Ref>(open.pop());
    if (!ref.is_leaf()) {
      const WideNode<Aabb<float>, 8>& node = tree.nodes[ref.first() / 8];
      u32 left = tests.stabbed(at, stab, numbers(node.volumes));
      for (; left != 0; left &= left - 1) open.push(std::bit_cast<u32>(node.refs[std::countr_zero(left)]));
      continue;
    }
    for (u32 block = ref.first() / TriangleBlock::kLanes;; ++block) {
      const TriangleBlock& four = tree.blocks[block];
      for (u32 left = tests.stabbed_triangles(ray.origin, stab, four); left != 0; left &= left - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(left));
        if (!take(four.items[lane].primitive(), triangle_of(four, lane))) return;
      }
      if (four.items[3].last()) break;
    }
  }
}

// The same for several rays at once, each with its end: take(ray, triangle). They are in one queue, in which each node
// is loaded ahead of its turn.
struct AxisSegment {
  AxisRay ray;
  double to;
};
template <class Take>
void for_each_stabbed(const BoxTree& tree, std::span<const AxisSegment> many, Take take) {
  struct Prepared {
    PointInTree at;
    StabbingRay ray;
  };
  struct Open {
    u32 ray;
    Ref ref;
  };
  std::vector<Prepared> prepared;
  prepared.reserve(many.size());
  GrowingArray<Open, 512> queue;
  const PointBoxTests& tests = point_box_tests();
  for (u32 i = 0; i < many.size(); ++i) {
    const AxisRay& ray = many[i].ray;
    prepared.push_back({PointInTree(tree.frame, ray.origin), stabbing(ray, many[i].to)});
    if (!misses(ray, tree)) queue.push({i, tree.ref(0)});
  }
  for (u32 next = 0; next < queue.size(); ++next) {
    const auto [which, ref] = queue[next];
    const Prepared& ray = prepared[which];
    if (!ref.is_leaf()) {
      const WideNode<Aabb<float>, 8>& node = tree.nodes[ref.first() / 8];
      for (u32 left = tests.stabbed(ray.at, ray.ray, numbers(node.volumes)); left != 0; left &= left - 1) {
        const Ref child = node.refs[std::countr_zero(left)];
        prefetch(tree, child);
        queue.push({which, child});
      }
      continue;
    }
    for (u32 block = ref.first() / TriangleBlock::kLanes;; ++block) {
      const TriangleBlock& four = tree.blocks[block];
      const u32 met = tests.stabbed_triangles(many[which].ray.origin, ray.ray, four);
      for (u32 left = met; left != 0; left &= left - 1)
        take(which, triangle_of(four, static_cast<u32>(std::countr_zero(left))));
      if (four.items[3].last()) break;
    }
  }
}

// Calls take(triangle, crossing) for every triangle that the ray crosses or that contains its origin, in any order,
// until it returns false.
template <class Take>
void for_each_crossing(const BoxTree& tree, const AxisRay& ray, Take take) {
  for_each_stabbed(tree, ray, ray.way * std::numeric_limits<double>::infinity(), [&](u32 number, const Triangle& t) {
    const AxisCrossing found = crossing(ray, t);
    return (found.sign == 0 && !found.contains) || take(number, found);
  });
}

}  // namespace apart::traversal
