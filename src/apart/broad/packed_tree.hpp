// A tree of boxes in blocks of eight, without pointers: the children of block i are the blocks 8·i … 8·i + 7 of the
// level below. The order of the boxes comes from cuts at medians, so that no spread of sizes or places degrades it.
// Numbers are floats, as in columns.hpp.
#pragma once
#include <algorithm>
#include <apart/base/pack.hpp>
#include <apart/base/uninitialized.hpp>
#include <apart/broad/methods.hpp>

namespace apart::broad {

struct alignas(32) BoxBlock {
  float low[3][8], high[3][8];  // an unused lane is empty: from infinity to minus infinity
};

struct TreeView {
  const BoxBlock* levels[12];  // from the leaves up
  u32 depth;                   // levels
  u32 leaves;                  // blocks of level 0
  const u32* items;            // eight for each leaf
  const Bounds* boxes;         // of doubles
};

class PackedTree {
 public:
  // Of the boxes with these indices, which must outlive it.
  PackedTree(std::span<const Bounds> boxes, std::vector<u32> members, const Workers& workers);
  Pairs self_pairs(const Workers& workers) const;
  // f(index) for each member that overlaps the box; exact.
  template <class F>
  void each_overlapping(const Bounds& box, F f) const;
  // Members in the order of a lower bound: bound(box) of a box that holds a node, or infinity to leave it out;
  // visit(index) returns the limit beyond which nothing is searched. What lies exactly at the limit is visited.
  template <class Bound, class Visit>
  void by_bound(double limit, Bound bound, Visit visit) const;
  std::size_t size() const { return size_; }

 private:
  TreeView view() const;
  float as_float(double x, int axis) const;
  Bounds around(const BoxBlock& block, u32 lane) const;

  std::span<const Bounds> boxes_;
  std::size_t size_ = 0;
  Vec3d centre_{};
  std::vector<u32> items_;
  std::vector<UnsetVector<BoxBlock>> levels_;
};

template <class F>
void PackedTree::each_overlapping(const Bounds& box, F f) const {
  if (size_ == 0 || box.empty()) return;
  using P = Pack<float, 8>;
  P low[3], high[3];
  for (int k = 0; k < 3; ++k) low[k] = P(as_float(box.low[k], k)), high[k] = P(as_float(box.high[k], k));
  struct Open {
    u32 level, block;
  };
  Open open[128];
  u32 count = 0;
  open[count++] = {static_cast<u32>(levels_.size() - 1), 0};
  while (count > 0) {
    const Open at = open[--count];
    const BoxBlock& block = levels_[at.level][at.block];
    auto meets = P::load(block.low[0]) <= high[0];
    for (int k = 0; k < 3; ++k) meets = meets & (P::load(block.low[k]) <= high[k]) & (low[k] <= P::load(block.high[k]));
    for (u32 hits = bits(meets); hits; hits &= hits - 1) {
      const u32 next = 8 * at.block + static_cast<u32>(__builtin_ctz(hits));
      if (at.level > 0)
        open[count++] = {at.level - 1, next};
      else if (overlap(boxes_[items_[next]], box))
        f(items_[next]);
    }
  }
}

template <class Bound, class Visit>
void PackedTree::by_bound(double limit, Bound bound, Visit visit) const {
  if (size_ == 0) return;
  struct Open {
    double bound;
    u32 level, at;  // level 0 is a box, else a block of the level below
    bool operator<(const Open& other) const {
      return bound != other.bound ? bound > other.bound : level != other.level ? level < other.level : at > other.at;
    }
  };
  std::vector<Open> open{{-Bounds::kInfinity, static_cast<u32>(levels_.size()), 0}};
  while (!open.empty()) {
    std::pop_heap(open.begin(), open.end());
    const Open next = open.back();
    open.pop_back();
    if (next.bound > limit) return;
    if (next.level == 0) {
      limit = visit(items_[next.at]);
      continue;
    }
    const BoxBlock& block = levels_[next.level - 1][next.at];
    for (u32 lane = 0; lane < 8; ++lane) {
      if (!(block.low[0][lane] <= block.high[0][lane])) continue;  // unused
      const double least = bound(around(block, lane));
      if (!(least <= limit) || least == Bounds::kInfinity) continue;
      open.push_back({least, next.level - 1, 8 * next.at + lane});
      std::push_heap(open.begin(), open.end());
    }
  }
}

}  // namespace apart::broad
