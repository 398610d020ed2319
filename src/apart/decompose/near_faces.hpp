// The faces of a model that simplices may meet, by a traversal of its tree of boxes.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/base/growing_stack.hpp>
#include <apart/hierarchy/box_tree.hpp>
#include <apart/volumes/lanes.hpp>
#include <array>
#include <bit>

namespace apart::decomposition {

// Simplices in the frame of a tree: their box, and of a thin one its extent along its own normals.
class RegionInTree {
 public:
  using Simplex = std::array<u32, 4>;  // the last is none for a triangle

  RegionInTree(const hierarchy::BoxTree& tree, std::span<const Vec3d> at, std::span<const Simplex> simplices,
               bool thin);

  // A bit for each of eight boxes that they may meet.
  u32 near(const volumes::InLanes<volumes::Aabb<float>, 8>& boxes) const;
  // May they meet the triangle?
  bool near(const hierarchy::TriangleBlock& block, u32 lane) const {
    for (int i = 0; i < 3; ++i) {
      const double a = block.at[i][lane], b = block.at[3 + i][lane], c = block.at[6 + i][lane];
      const double low = lesser(lesser(a, b), c), high = larger(larger(a, b), c);
      if (!(low <= box_.high[i] && high >= box_.low[i])) return false;  // NaN in unused lanes
    }
    for (std::size_t k = 0; k < count_; ++k) {
      const Slab& s = slabs_[k];
      const auto along = [&](int n) {
        return double(s.normal.x) * block.at[n][lane] + double(s.normal.y) * block.at[n + 1][lane] +
               double(s.normal.z) * block.at[n + 2][lane];
      };
      const double a = along(0), b = along(3), c = along(6);
      if (lesser(lesser(a, b), c) > s.high || larger(larger(a, b), c) < s.low) return false;
    }
    return true;
  }

 private:
  Bounds box_;
  volumes::Aabb<float> wrapped_;
  struct Slab {
    Vec3f normal;
    double low, high;  // everything is between, however it is rounded
    float low_in_tree, high_in_tree;
  };
  Slab slabs_[4];
  std::size_t count_ = 0;
};

// For each face, its number in the order in which for_each_near takes them.
std::vector<u32> ranks_in(const hierarchy::BoxTree& tree, u32 faces);

// Calls take(face) until it returns false; returns whether it never did.
template <class Take>
bool for_each_near(const hierarchy::BoxTree& tree, const RegionInTree& region, Take take) {
  if (tree.empty()) return true;
  GrowingStack<u32> open;
  open.push(std::bit_cast<u32>(tree.ref(0)));
  while (!open.empty()) {
    const hierarchy::Ref ref = std::bit_cast<hierarchy::Ref>(open.pop());
    if (!ref.is_leaf()) {
      const auto& node = tree.nodes[ref.first() / 8];
      for (u32 left = region.near(node.volumes); left != 0; left &= left - 1)
        open.push(std::bit_cast<u32>(node.refs[std::countr_zero(left)]));
      continue;
    }
    for (u32 block = ref.first() / hierarchy::TriangleBlock::kLanes;; ++block) {
      const hierarchy::TriangleBlock& four = tree.blocks[block];
      for (u32 lane = 0; lane < hierarchy::TriangleBlock::kLanes; ++lane)
        if (region.near(four, lane) && !take(four.items[lane].primitive())) return false;
      if (four.items[3].last()) break;
    }
  }
  return true;
}

}  // namespace apart::decomposition
