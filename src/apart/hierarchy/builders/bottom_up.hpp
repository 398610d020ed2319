// Greedy bottom-up builder: merges the cheapest of all pairs of clusters, until one is left.
#pragma once
#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/hierarchy/builders/clusters.hpp>
#include <apart/hierarchy/builders/merge_tree.hpp>
#include <apart/hierarchy/split/boxes.hpp>
#include <apart/hierarchy/split/morton.hpp>

namespace apart::hierarchy {

template <MergeObjective Objective = MergedArea>
struct BottomUp {
  Objective objective{};
  u32 leaf_size = 1;
  u32 threads = 1;  // 0: all; the tree is the same for any number
};

// The merge order. Equal costs (flat boxes have no volume) are compared by their sides; then the pair whose later
// cluster is the earliest comes first, so that copies of one box are merged in pairs, then pairs in pairs; then the
// pair with the nearest indices.
struct MergePair {
  double cost = Bounds::kInfinity, sides = Bounds::kInfinity;
  u32 later = ~u32(0), earlier = 0;

  friend bool operator<(const MergePair& a, const MergePair& b) {
    if (a.cost != b.cost) return a.cost < b.cost;
    if (a.sides != b.sides) return a.sides < b.sides;
    return a.later != b.later ? a.later < b.later : a.earlier > b.earlier;
  }
};

template <MergeObjective Objective>
MergePair merge_pair(const Objective& objective, std::span<const Cluster> clusters, u32 later, u32 earlier) {
  const Vec3d s = merged_box(clusters[later], clusters[earlier]).size();
  return {objective(clusters[later], clusters[earlier]), s.x + s.y + s.z, later, earlier};
}

// Every cluster stores its cheapest pair with an earlier one, and a heap the cheapest of those. When the partner was
// merged away, the remaining pairs cost more, so it suffices to search again when the pair comes up. Partners are found
// by branch and bound in a tree over the clusters' positions along a space-filling curve.
template <MergeObjective Objective>
class GreedyMerge {
 public:
  // Reports every primitive twice, except the last.
  GreedyMerge(std::span<const Bounds> boxes, const Objective& objective, const Workers& workers, Progress& progress)
      : objective_(objective), workers_(workers), progress_(progress), tree_{static_cast<u32>(boxes.size()), {}} {
    clusters_.reserve(2 * boxes.size());
    for (const Bounds& box : boxes) clusters_.push_back({box});
    place_.assign(2 * boxes.size(), kGone);
    tree_.merges.reserve(boxes.size());
  }

  MergeTree run() {
    const u32 n = tree_.primitives;
    std::vector<u32> alive(n);
    for (u32 i = 0; i < n; ++i) alive[i] = i;
    settle(alive);
    heap_.resize(n);
    workers_.for_ranges(n, 256, [&](std::size_t begin, std::size_t end) {
      if (progress_.stopped()) return;
      for (std::size_t i = begin; i < end; ++i) heap_[i] = cheapest(static_cast<u32>(i));
      progress_.add(end - begin);
    });
    if (progress_.stopped()) return {};
    std::erase_if(heap_, [](const MergePair& pair) { return pair.earlier == pair.later; });
    std::make_heap(heap_.begin(), heap_.end(), after);
    while (tree_.merges.size() + 1 < n && !progress_.stopped()) {
      APART_ASSERT(!heap_.empty(), "an objective gave a cost that is not a number");
      std::pop_heap(heap_.begin(), heap_.end(), after);
      const MergePair pair = heap_.back();
      heap_.pop_back();
      if (place_[pair.later] == kGone) continue;
      u32 searcher = pair.later;
      if (place_[pair.earlier] != kGone) searcher = merge(pair);
      heap_.push_back(cheapest(searcher));
      if (heap_.back().earlier == searcher)
        heap_.pop_back();  // there is no earlier one
      else
        std::push_heap(heap_.begin(), heap_.end(), after);
    }
    return std::move(tree_);
  }

 private:
  static constexpr u32 kGone = ~u32(0);
  struct Branch {
    ClusterGroup group;
    u32 first = kGone, last = 0;  // range of its clusters' indices
  };
  static bool after(const MergePair& a, const MergePair& b) { return b < a; }

  u32 merge(const MergePair& pair) {
    const u32 c = static_cast<u32>(clusters_.size());
    clusters_.push_back(merged(clusters_[pair.later], clusters_[pair.earlier]));
    tree_.merges.push_back({pair.earlier, pair.later});
    place_[c] = place_[pair.later];
    const u32 freed = place_[pair.earlier];
    place_[pair.later] = place_[pair.earlier] = kGone;
    put(place_[c], c);
    put(freed, kGone);
    progress_.add(1);
    if (--alive_ < width_ / 4) {  // slots are sparse: compact, along a new curve
      std::vector<u32> alive;
      for (u32 i = 0; i <= c; ++i)
        if (place_[i] != kGone) alive.push_back(i);
      settle(alive);
    }
    return c;
  }

  void settle(std::span<const u32> alive) {
    std::vector<Bounds> boxes;
    for (u32 i : alive) boxes.push_back(clusters_[i].box);
    const MortonKeys sorted = morton_keys(Centres(boxes), workers_);
    alive_ = static_cast<u32>(alive.size());
    width_ = std::bit_ceil(alive_);
    branches_.assign(2 * std::size_t(width_), {});
    for (u32 k = 0; k < alive_; ++k) {
      const u32 cluster = alive[sorted.primitive(k)];
      place_[cluster] = k;
      branches_[width_ + k] = leaf(cluster);
    }
    for (u32 b = width_; b-- > 1;) join(b);
  }

  Branch leaf(u32 cluster) const {
    Branch out;
    out.group.add(clusters_[cluster]);
    out.first = out.last = cluster;
    return out;
  }
  void join(u32 b) {
    const Branch &left = branches_[2 * b], &right = branches_[2 * b + 1];
    Branch out = left;
    out.group.add(right.group);
    out.first = std::min(left.first, right.first), out.last = std::max(left.last, right.last);
    branches_[b] = out;
  }
  void put(u32 place, u32 cluster) {
    u32 b = width_ + place;
    branches_[b] = cluster == kGone ? Branch{} : leaf(cluster);
    while (b /= 2) join(b);
  }

  // The cheapest pair with an earlier cluster. Searches the siblings along the path from its own slot to the root, the
  // nearest first, each from the better child down.
  MergePair cheapest(u32 c) const {
    MergePair best;
    best.later = c, best.earlier = c;  // none: costs more than all
    struct Open {
      u32 branch;
      MergePair bound;
    };
    std::vector<Open> open;
    const auto visit = [&](u32 b) {
      const Branch& branch = branches_[b];
      if (branch.first >= c) return;
      const Vec3d s = branch.group.least_merged(clusters_[c]).size();
      const MergePair bound{objective_.at_least(clusters_[c], branch.group), s.x + s.y + s.z, c,
                            std::min(branch.last, c - 1)};
      if (better(bound, best)) open.push_back({b, bound});
    };
    for (u32 up = width_ + place_[c]; up > 1; up /= 2) {
      visit(up ^ 1);
      while (!open.empty()) {
        const Open at = open.back();
        open.pop_back();
        if (!better(at.bound, best)) continue;
        if (at.branch >= width_) {
          const MergePair pair = merge_pair(objective_, clusters_, c, branches_[at.branch].first);
          if (better(pair, best)) best = pair;
          continue;
        }
        const std::size_t before = open.size();
        visit(2 * at.branch);
        visit(2 * at.branch + 1);
        if (open.size() == before + 2 && open[before].bound < open[before + 1].bound)
          std::swap(open[before], open[before + 1]);
      }
    }
    return best;
  }
  // None (a cluster with itself) is worse than all, even than a pair of infinite cost.
  static bool better(const MergePair& a, const MergePair& best) { return best.earlier == best.later || a < best; }

  const Objective& objective_;
  const Workers& workers_;
  Progress& progress_;
  MergeTree tree_;
  std::vector<Cluster> clusters_;
  std::vector<u32> place_;  // of each cluster, or gone
  u32 alive_ = 0, width_ = 0;
  std::vector<Branch> branches_;  // 1 is the root, children of b are 2 b and 2 b + 1, the last `width_` are slots
  std::vector<MergePair> heap_;
};

template <MergeObjective Objective>
MergeTree merge_greedily(std::span<const Bounds> boxes, const Objective& objective, const Workers& workers,
                         Progress& progress) {
  return boxes.empty() ? MergeTree{} : GreedyMerge<Objective>(boxes, objective, workers, progress).run();
}

// An error if the watch stopped the build.
template <MergeObjective Objective>
Result<Topology> build(std::span<const Bounds> boxes, const BottomUp<Objective>& how, const BuildWatch& watch) {
  Progress progress(watch, 2 * boxes.size());
  const MergeTree tree = merge_greedily(unit_boxes(boxes), how.objective, Workers(how.threads), progress);
  return finished(tree, how.leaf_size, progress);
}
template <MergeObjective Objective>
Result<Topology> build(const Mesh& mesh, const BottomUp<Objective>& how, const BuildWatch& watch) {
  return build(boxes_of(mesh), how, watch);
}
template <MergeObjective Objective>
Topology build(std::span<const Bounds> boxes, const BottomUp<Objective>& how) {
  return *build(boxes, how, BuildWatch{});
}
template <MergeObjective Objective>
Topology build(const Mesh& mesh, const BottomUp<Objective>& how) {
  return *build(mesh, how, BuildWatch{});
}

}  // namespace apart::hierarchy
