// The faces of a model that a simplex may meet, by a traversal of its tree of boxes.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/base/growing_stack.hpp>
#include <apart/hierarchy/box_tree.hpp>
#include <apart/volumes/lanes.hpp>
#include <array>
#include <bit>

namespace apart::decomposition {

// A simplex of four corners, or of three if the last is none, in the frame of a tree: its box, and the planes of its
// faces, which cut away more where it is long and thin.
class SimplexInTree {
 public:
  SimplexInTree(const hierarchy::BoxTree& tree, std::span<const Vec3d> at,
                std::span<const std::array<u32, 4>> simplices);

  // A bit for each of eight boxes that it may meet.
  u32 near(const volumes::InLanes<volumes::Aabb<float>, 8>& boxes) const;
  // May it meet the triangle?
  bool near(const hierarchy::TriangleBlock& block, u32 lane) const {
    for (int i = 0; i < 3; ++i) {
      const double a = block.at[i][lane], b = block.at[3 + i][lane], c = block.at[6 + i][lane];
      const double low = lesser(lesser(a, b), c), high = larger(larger(a, b), c);
      if (!(low <= box_.high[i] && high >= box_.low[i])) return false;  // NaN in unused lanes
    }
    return true;
  }

 private:
  Bounds box_;
  volumes::Aabb<float> wrapped_;
  struct Plane {
    Vec3f normal;
    float end;  // nothing of the simplex has more along the normal, nor may rounding find so
  };
  Plane planes_[4];
  int count_ = 0;
};

// Calls take(face) until it returns false; returns whether it never did.
template <class Take>
bool for_each_near(const hierarchy::BoxTree& tree, const SimplexInTree& simplex, Take take) {
  if (tree.empty()) return true;
  GrowingStack<u32> open;
  open.push(std::bit_cast<u32>(tree.ref(0)));
  while (!open.empty()) {
    const hierarchy::Ref ref = std::bit_cast<hierarchy::Ref>(open.pop());
    if (!ref.is_leaf()) {
      const auto& node = tree.nodes[ref.first() / 8];
      for (u32 left = simplex.near(node.volumes); left != 0; left &= left - 1)
        open.push(std::bit_cast<u32>(node.refs[std::countr_zero(left)]));
      continue;
    }
    for (u32 block = ref.first() / hierarchy::TriangleBlock::kLanes;; ++block) {
      const hierarchy::TriangleBlock& four = tree.blocks[block];
      for (u32 lane = 0; lane < hierarchy::TriangleBlock::kLanes; ++lane)
        if (simplex.near(four, lane) && !take(four.items[lane].primitive())) return false;
      if (four.items[3].last()) break;
    }
  }
  return true;
}

}  // namespace apart::decomposition
