// One walk over one tree, along a direction: which triangle reaches farthest, and which reach as far as some plane?
#pragma once
#include <algorithm>
#include <apart/base/growing_stack.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/volumes/obb_siblings.hpp>
#include <vector>

namespace apart {

// A triangle, and how far it reaches along the direction.
struct Reaching {
  u32 triangle = 0;
  double along = -std::numeric_limits<double>::infinity();
};

class AlongTree {
 public:
  // The direction is of length one, to rounding. The tree is not empty.
  AlongTree(const ModelTree& tree, const Mesh& mesh, Vec3d direction)
      : tree_(tree),
        mesh_(mesh),
        direction_(direction),
        offset_(dot(direction, tree.frame.centre)),
        // The direction, the boxes' centres and sizes, and the sums, in floats; all lie within the radius.
        room_(64 * double(kUnit<float>) * tree.frame.radius) {}

  // Of all corners the one that lies farthest along the direction.
  struct Farthest {
    Reaching of;
    Vec3d point;
  };
  Farthest farthest() {
    Farthest best{};
    walk([&] { return best.of.along; },
         [&](u32 i) {
           const Triangled t = mesh_.triangle(i);
           for (int k = 0; k < 3; ++k)
             if (const double along = dot(direction_, t[k]); along > best.of.along) best = {{i, along}, t[k]};
           return true;
         });
    return best;
  }

  // All triangles that reach as far as `from`, in no order. False when there are more than `most`.
  bool beyond(double from, std::size_t most, std::vector<Reaching>& out) {
    out.clear();
    return walk([&] { return from; },
                [&](u32 i) {
                  const Triangled t = mesh_.triangle(i);
                  const double along = larger(dot(direction_, t.a), larger(dot(direction_, t.b), dot(direction_, t.c)));
                  if (along < from) return true;
                  if (out.size() == most) return false;
                  out.push_back({i, along});
                  return true;
                });
  }

 private:
  struct Open {
    u32 node;
    float reach;  // relative to the frame's centre
  };
  // Visits the triangles of all leaves that may reach as far as from(), the farthest first, until visit says false.
  template <class From, class Visit>
  bool walk(From from, Visit visit) {
    const Vec3f direction = cast<float>(direction_);
    open_.clear();
    open_.push({tree_.root(), std::numeric_limits<float>::infinity()});
    while (!open_.empty()) {
      const Open now = open_.pop();
      if (double(now.reach) + room_ + offset_ < from()) continue;
      const Ref ref = tree_.ref(now.node);
      if (ref.is_leaf()) {
        if (!for_each_primitive(tree_.items(), ref, visit)) return false;
        continue;
      }
      const u32 first = ref.first(), count = count_children(tree_.nodes, ref);
      APART_ASSERT(count <= kMostSiblings, "a node with more children than are tested at once");
      float reaches[kMostSiblings];
      sibling_tests_.reach(direction, tree_.volumes.data() + first, count, reaches);
      Open kept[kMostSiblings];
      u32 size = 0;
      for (u32 k = 0; k < count; ++k) {
        if (double(reaches[k]) + room_ + offset_ < from()) continue;
        u32 at = size++;
        for (; at > 0 && kept[at - 1].reach > reaches[k]; --at) kept[at] = kept[at - 1];
        kept[at] = {first + k, reaches[k]};
      }
      for (u32 k = 0; k < size; ++k) open_.push(kept[k]);
    }
    return true;
  }

  const ModelTree& tree_;
  const Mesh& mesh_;
  Vec3d direction_;
  double offset_, room_;
  GrowingStack<Open> open_;
  const SiblingTests& sibling_tests_ = sibling_tests();
};

}  // namespace apart
