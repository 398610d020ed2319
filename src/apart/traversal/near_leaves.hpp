// Traversals of one tree for the leaves near a point.
#pragma once
#include <apart/base/growing_stack.hpp>
#include <apart/traversal/point_boxes.hpp>
#include <bit>

namespace apart::traversal {

// Calls f(leaf, limit) for the leaves below a node whose boxes may be within a squared distance of the point, the
// nearest first, until f returns false; f may lower the limit, which is finite. Returns whether all were visited.
template <class F>
bool for_each_near_leaf(const BoxTree& tree, Ref from, const PointInTree& point, float limit, F f) {
  // Lower bounds that are not negative are ordered as their bits are.
  const auto open = [](float squared, Ref ref) {
    return u64(std::bit_cast<u32>(larger(squared, 0.0f))) << 32 | std::bit_cast<u32>(ref);
  };
  const PointBoxTests& tests = point_box_tests();
  GrowingStack<u64> stack;
  stack.push(open(0, from));
  while (!stack.empty()) {
    const u64 now = stack.pop();
    if (std::bit_cast<float>(static_cast<u32>(now >> 32)) > limit) continue;
    const Ref ref = std::bit_cast<Ref>(static_cast<u32>(now));
    if (ref.is_leaf()) {
      if (!f(ref, limit)) return false;
      continue;
    }
    float squared[8];
    const WideNode<Aabb<float>, 8>& node = tree.nodes[ref.first() / 8];
    // The nearest last, where it is taken first.
    u64 kept[8];
    u32 size = 0;
    for (u32 left = tests.near(point, numbers(node.volumes), limit, squared); left != 0; left &= left - 1) {
      const u32 k = static_cast<u32>(std::countr_zero(left));
      const u64 added = open(squared[k], node.refs[k]);
      u32 to = size++;
      for (; to > 0 && kept[to - 1] < added; --to) kept[to] = kept[to - 1];
      kept[to] = added;
    }
    for (u32 k = 0; k < size; ++k) stack.push(kept[k]);
  }
  return true;
}

// Calls f(leaf) for the leaves whose boxes come as near to a point along every axis, in any order, until f returns
// false; returns whether all were visited.
template <class F>
bool for_each_leaf_in_reach(const BoxTree& tree, const PointInTree& point, Vec3f reach, F f) {
  const PointBoxTests& tests = point_box_tests();
  if (tree.ref(0).is_leaf()) return f(tree.ref(0));
  GrowingStack<Ref> stack;
  stack.push(tree.ref(0));
  while (!stack.empty()) {
    const WideNode<Aabb<float>, 8>& node = tree.nodes[stack.pop().first() / 8];
    for (u32 left = tests.in_reach(point, reach, numbers(node.volumes)); left != 0; left &= left - 1) {
      const Ref child = node.refs[std::countr_zero(left)];
      if (!child.is_leaf())
        stack.push(child);
      else if (!f(child))
        return false;
    }
  }
  return true;
}

}  // namespace apart::traversal
