// The traversal of two hierarchies of boxes in one frame, or of one with itself, nearest pairs first.
#pragma once
#include <apart/hierarchy/topology.hpp>
#include <vector>

namespace apart::motion {

// Where a traversal compares two nodes of one tree, a pair of a node with itself stands for all pairs below it.
enum class Trees { two, one };

// bound(n, m): a lower bound of whatever is minimized; reach(): pairs with greater bounds do not matter;
// descend_a(n, m): which of two inner nodes to open; leaves(n, m): returns true when there is enough.
template <class Bound, class Reach, class DescendA, class Leaves>
void walk_boxes(Trees trees, std::span<const hierarchy::Ref> a, std::span<const hierarchy::Ref> b, Bound bound,
                Reach reach, DescendA descend_a, Leaves leaves) {
  struct Pair {
    u32 a, b;
    double bound;
  };
  if (a.empty() || b.empty()) return;
  std::vector<Pair> open{{0, 0, bound(0, 0)}};
  while (!open.empty()) {
    const Pair pair = open.back();
    open.pop_back();
    if (pair.bound > reach()) continue;
    const hierarchy::Ref of_a = a[pair.a], of_b = b[pair.b];
    const bool same = trees == Trees::one && pair.a == pair.b;
    if (of_a.is_leaf() && of_b.is_leaf()) {
      if (leaves(pair.a, pair.b)) return;
      continue;
    }
    const std::size_t first = open.size();
    const auto put = [&](u32 n, u32 m) {
      const double here = bound(n, m);
      if (here > reach()) return;
      std::size_t at = open.size();
      open.push_back({});
      for (; at > first && open[at - 1].bound < here; --at) open[at] = open[at - 1];
      open[at] = {n, m, here};
    };
    if (same)
      hierarchy::for_each_child(a, of_a, [&](u32 n) {
        hierarchy::for_each_child(a, of_a, [&](u32 m) {
          if (n <= m) put(n, m);
        });
      });
    else if (of_b.is_leaf() || (!of_a.is_leaf() && descend_a(pair.a, pair.b)))
      hierarchy::for_each_child(a, of_a, [&](u32 n) { put(n, pair.b); });
    else
      hierarchy::for_each_child(b, of_b, [&](u32 m) { put(pair.a, m); });
  }
}

}  // namespace apart::motion
