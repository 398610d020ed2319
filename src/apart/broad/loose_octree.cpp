// A loose octree: a cell reaches half its size beyond itself on every side, so that a box is in one cell, that of its
// centre on the level whose cells are at least its size. All boxes below a node lie in its loose bounds: two nodes are
// compared, and their children, while these overlap.
#include <algorithm>
#include <apart/broad/cells.hpp>
#include <apart/broad/methods.hpp>

namespace apart::broad {
namespace {

struct OctreeNode {
  Bounds loose;  // of what is in it and below: no larger than its loose cell, to rounding
  std::vector<u32> inside;
  u32 child[8] = {};  // 0: none
};

class LooseOctree {
 public:
  explicit LooseOctree(std::span<const Bounds> boxes) : boxes_(boxes), all_(spread_of(boxes).all) {
    whole_ = largest(all_.size());
    nodes_.emplace_back();
    for (u32 i = 0; i < boxes.size(); ++i) insert(i);
  }

  // Boxes of the tree after this one that overlap it.
  void find(u32 i, Pairs& out) const {
    std::vector<u32> open{0};
    while (!open.empty()) {
      const OctreeNode& node = nodes_[open.back()];
      open.pop_back();
      if (!overlap(node.loose, boxes_[i])) continue;
      for (u32 j : node.inside)
        if (j > i && overlap(boxes_[i], boxes_[j])) out.push_back({i, j});
      for (u32 child : node.child)
        if (child) open.push_back(child);
    }
  }

 private:
  static constexpr int kDeepest = 20;

  void insert(u32 i) {
    const Bounds box{within_range(boxes_[i].low), within_range(boxes_[i].high)};
    const Vec3d centre = box.centre();
    const double size = largest(box.size());
    u32 at = 0;
    Vec3d low = all_.low;
    double cell = whole_;
    for (int depth = 0;; ++depth) {
      nodes_[at].loose.add(boxes_[i]);
      cell *= 0.5;
      if (depth == kDeepest || !(size <= cell) || !(cell > 0)) break;
      u32 octant = 0;
      for (int k = 0; k < 3; ++k)
        if (centre[k] - low[k] >= cell) octant |= 1u << k, low[k] += cell;
      if (nodes_[at].child[octant] == 0) {
        nodes_[at].child[octant] = static_cast<u32>(nodes_.size());
        nodes_.emplace_back();
      }
      at = nodes_[at].child[octant];
    }
    nodes_[at].inside.push_back(i);
  }

  std::span<const Bounds> boxes_;
  Bounds all_;
  double whole_ = 0;
  std::vector<OctreeNode> nodes_;
};

}  // namespace

Pairs loose_octree_pairs(std::span<const Bounds> boxes, const Workers& workers) {
  if (boxes.empty()) return {};
  const LooseOctree tree(boxes);
  return joined_pairs(boxes.size(), 1024, workers, [&](std::size_t begin, std::size_t end, Pairs& out) {
    for (std::size_t i = begin; i < end; ++i) tree.find(static_cast<u32>(i), out);
  });
}

}  // namespace apart::broad
