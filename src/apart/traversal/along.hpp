// The traversal of one tree along a direction, for the support point of its mesh.
#pragma once
#include <apart/base/growing_stack.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/volumes/obb_siblings.hpp>

namespace apart::traversal {

class AlongTree {
 public:
  // The direction is of length one, to rounding. The tree is not empty.
  AlongTree(const ModelTree& tree, const Mesh& mesh, Vec3d direction)
      : tree_(tree),
        mesh_(mesh),
        direction_(direction),
        offset_(dot(direction, tree.frame.centre)),
        // The direction, the boxes' centres and sizes, and the sums, in floats; all lie within the radius.
        margin_(64 * double(kUnit<float>) * tree.frame.radius) {}

  // The vertex that lies farthest along the direction.
  struct Farthest {
    u32 triangle = 0;
    double along = -std::numeric_limits<double>::infinity();
    Vec3d point{};
  };
  Farthest farthest() { return farthest(Farthest{}); }
  // Starts with one that is known, and its height along the direction.
  Farthest farthest(Farthest best) {
    const Vec3f direction = cast<float>(direction_);
    const auto behind = [&](float reach) { return double(reach) + margin_ + offset_ < best.along; };
    open_.clear();
    open_.push({tree_.root(), std::numeric_limits<float>::infinity()});
    while (!open_.empty()) {
      const Open now = open_.pop();
      if (behind(now.reach)) continue;
      const Ref ref = tree_.ref(now.node);
      if (ref.is_leaf()) {
        test_leaf(ref, best);
        continue;
      }
      const std::span<const Obb<float>> siblings = tree_.siblings(ref);
      const u32 first = ref.first(), count = static_cast<u32>(siblings.size());
      APART_ASSERT(count <= kMostSiblings, "a node with more children than are tested at once");
      float reaches[kMostSiblings];
      sibling_tests_.reach(direction, siblings.data(), count, reaches);
      // The farthest last, where it is taken first.
      Open kept[kMostSiblings];
      u32 size = 0;
      for (u32 k = 0; k < count; ++k) {
        if (behind(reaches[k])) continue;
        u32 at = size++;
        for (; at > 0 && kept[at - 1].reach > reaches[k]; --at) kept[at] = kept[at - 1];
        kept[at] = {first + k, reaches[k]};
      }
      for (u32 k = 0; k < size; ++k) open_.push(kept[k]);
    }
    return best;
  }

 private:
  struct Open {
    u32 node;
    float reach;  // relative to the frame's centre
  };

  void test_leaf(Ref leaf, Farthest& best) const {
    for_each_primitive(tree_.items(), leaf, [&](u32 i) {
      const Triangle t = mesh_.triangle(i);
      for (int k = 0; k < 3; ++k)
        if (const double along = dot(direction_, t[k]); along > best.along) best = {i, along, t[k]};
      return true;
    });
  }

  const ModelTree& tree_;
  const Mesh& mesh_;
  Vec3d direction_;
  double offset_, margin_;  // the margin is for rounding
  GrowingStack<Open> open_;
  const SiblingTests& sibling_tests_ = sibling_tests();
};

}  // namespace apart::traversal
