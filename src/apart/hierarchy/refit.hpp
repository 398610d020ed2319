// New volumes for the same topology, after vertices have moved. The faces are those that the tree was built for.
#pragma once
#include <apart/hierarchy/patches.hpp>
#include <apart/volumes/obb.hpp>

namespace apart {

// Of one node. Turned boxes keep their axes and are measured anew; the others are fitted anew.
template <class V>
V refitted(const V&, std::span<const Triangled> content) {
  return fit<V>(content);
}
template <class T>
Obb<T> refitted(const Obb<T>& old, std::span<const Triangled> content) {
  return obb_along<T>(cast<double>(old.axes), corners(content));
}

// Volumes that are as tight around two volumes as around their contents, but for rounding: those are merged from the
// leaves up.
template <class V>
inline constexpr bool kMergesTightly = false;
template <class T>
struct Aabb;
template <class T>
inline constexpr bool kMergesTightly<Aabb<T>> = true;
template <class T, int K>
struct Kdop;
template <class T, int K>
inline constexpr bool kMergesTightly<Kdop<T, K>> = true;

// Refits one tree again and again.
template <Volume V>
class Refit {
 public:
  Refit(const Tree<V>& tree, const Mesh&) : ranges_(item_ranges(tree.nodes, tree.order)) {}

  void operator()(Tree<V>& tree, const Mesh& moved, const DressOptions& options = {}) {
    APART_ASSERT(tree.order.size() == moved.size(), "the tree was built for another mesh");
    const Workers workers(options.threads);
    tree.frame = frame_of(moved);
    content_.resize(tree.order.size());
    workers.for_ranges(content_.size(), 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        content_[i] = moved.triangle(tree.order[i].primitive());
        for (int k = 0; k < 3; ++k) content_[i][k] -= tree.frame.centre;
      }
    });
    workers.for_ranges(tree.nodes.size(), 8, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n)
        if (!kMergesTightly<V> || tree.nodes[n].is_leaf())
          tree.volumes[n] = refitted(tree.volumes[n],
                                     std::span<const Triangled>(content_).subspan(ranges_[n].begin, ranges_[n].size()));
    });
    if constexpr (kMergesTightly<V>)
      for (std::size_t n = tree.nodes.size(); n-- > 0;) {
        if (tree.nodes[n].is_leaf()) continue;
        V both = V::nothing();
        for_each_child(tree.nodes, tree.nodes[n], [&](u32 child) { both = merged(both, tree.volumes[child]); });
        tree.volumes[n] = both;
      }
  }

 private:
  std::vector<ItemRange> ranges_;
  std::vector<Triangled> content_;
};

// The same boxes as one by one, faster: which vertices a node has is looked up once for all times.
template <>
class Refit<Obb<float>> {
 public:
  Refit(const Tree<Obb<float>>& tree, const Mesh& mesh);
  void operator()(Tree<Obb<float>>& tree, const Mesh& moved, const DressOptions& options = {});

 private:
  PatchCut cut_;
  std::vector<Patch> patches_;
  std::vector<Points> points_;  // of each patch
};

// Once.
template <Volume V>
void refit(Tree<V>& tree, const Mesh& moved, const DressOptions& options = {}) {
  Refit<V>(tree, moved)(tree, moved, options);
}

}  // namespace apart
