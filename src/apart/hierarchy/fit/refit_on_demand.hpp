// A tree over moving vertices that refits only its top levels at once, and lower nodes on access: a traversal seldom
// visits more than a few of them (Larsson and Akenine-Möller 2001).
#pragma once
#include <apart/hierarchy/fit/refit.hpp>
#include <atomic>

namespace apart::hierarchy {

template <Volume V>
class RefitOnDemand {
 public:
  using VolumeType = V;
  using Node = u32;
  static constexpr u32 kHalf = ~u32(0);  // of the levels

  Frame frame;

  // Nodes less than `level` steps below the root are refitted by update().
  RefitOnDemand(Tree<V> tree, const Mesh& mesh, u32 level = kHalf)
      : tree_(std::move(tree)), now_(tree_.volumes), ranges_(item_ranges(tree_.nodes, tree_.order)) {
    std::vector<u32> depth(tree_.nodes.size(), 0);
    u32 deepest = 0;
    for (u32 n = 0; n < depth.size(); ++n) {  // children come after their parents
      deepest = larger(deepest, depth[n]);
      if (!tree_.nodes[n].is_leaf())
        for_each_child(tree_.nodes, tree_.nodes[n], [&](u32 child) { depth[child] = depth[n] + 1; });
    }
    const u32 below = level == kHalf ? (deepest + 1) / 2 : level;
    for (u32 n = 0; n < depth.size(); ++n)
      if (depth[n] < below) top_.push_back(n);
    states_ = std::make_unique<std::atomic<u64>[]>(depth.size());
    update(mesh);
  }

  // The same faces over other vertices. Not concurrently with traversals.
  void update(const Mesh& moved) {
    APART_ASSERT(tree_.order.size() == moved.size(), "the tree was built for another mesh");
    mesh_ = moved;
    frame = frame_of(moved);
    valid_ += 2;
    made_ = 0;
    for (u32 n : top_) volume(n);
  }
  // Volumes refitted since the last update.
  u64 made() const { return made_; }

  bool empty() const { return tree_.nodes.empty(); }
  u32 root() const { return 0; }
  Ref ref(u32 n) const { return tree_.nodes[n]; }
  bool is_last(u32 n) const { return tree_.nodes[n].is_last(); }
  u32 child(u32, Ref parent, u32 k) const { return parent.first() + k; }
  std::span<const Item> items() const { return tree_.order; }
  // Thread-safe and wait-free: a thread that arrives while another writes computes its own copy, of the same bits.
  V volume(u32 n) const {
    u64 state = states_[n].load(std::memory_order_acquire);
    if (state == valid_) return now_[n];
    const V fresh = refitted(tree_.volumes[n], content(n));
    made_.fetch_add(1, std::memory_order_relaxed);
    if ((state & 1) == 0 && states_[n].compare_exchange_strong(state, state | 1, std::memory_order_acquire)) {
      now_[n] = fresh;
      states_[n].store(valid_, std::memory_order_release);
    }
    return fresh;
  }

 private:
  std::vector<Triangle> content(u32 n) const {
    std::vector<Triangle> out;
    out.reserve(ranges_[n].size());
    for (u32 i = ranges_[n].begin; i < ranges_[n].end; ++i) {
      Triangle t = mesh_.triangle(tree_.order[i].primitive());
      for (int k = 0; k < 3; ++k) t[k] -= frame.centre;
      out.push_back(t);
    }
    return out;
  }

  Tree<V> tree_;  // as built: provides the axes of oriented boxes
  mutable UnsetVector<V> now_;
  std::vector<ItemRange> ranges_;
  std::vector<u32> top_;
  Mesh mesh_;
  u64 valid_ = 0;                               // the version of the vertices, times two
  std::unique_ptr<std::atomic<u64>[]> states_;  // the version of each volume, times two; odd while it is written
  mutable std::atomic<u64> made_ = 0;
};

}  // namespace apart::hierarchy
