// Refits the volumes of a tree after vertices have moved. The topology and the faces stay the same.
#pragma once
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/fit/patches.hpp>
#include <apart/volumes/obb.hpp>
#include <optional>

namespace apart::hierarchy {

// One node. Oriented boxes keep their axes and are measured again; other volumes are fitted again.
template <class V>
V refitted(const V&, std::span<const Triangle> content) {
  return fit<V>(content);
}
template <class T>
Obb<T> refitted(const Obb<T>& old, std::span<const Triangle> content) {
  return obb_along<T>(cast<double>(old.axes), corners(content));
}

struct RefitOptions {
  u32 threads = 1;  // 0: all hardware threads; the same bits for any number
  // Measure every oriented box from its triangles. Otherwise only small ones are, and those above contain their boxes:
  // faster, and slightly looser.
  bool tight = false;
  // Fit every volume again in this way, which may turn oriented boxes, instead of measuring it along its axes.
  std::optional<FitWay> again{};
};

// Every volume of a tree fitted again, as fit_tree does.
template <Volume V>
void fit_again(Tree<V>& tree, const Mesh& moved, const FitWay& way, const Workers& workers) {
  APART_ASSERT(tree.order.size() == moved.size(), "the tree was built for another mesh");
  tree.frame = frame_of(moved);
  tree.volumes = fitted_volumes<V>(tree.nodes, tree.order, moved, tree.frame, workers, {}, way);
}

// Refits one tree repeatedly.
template <Volume V>
class Refit {
 public:
  Refit(const Tree<V>& tree, const Mesh&) : ranges_(item_ranges(tree.nodes, tree.order)) {}

  void operator()(Tree<V>& tree, const Mesh& moved, const RefitOptions& options = {}) {
    APART_ASSERT(tree.order.size() == moved.size(), "the tree was built for another mesh");
    const Workers workers(options.threads);
    if (options.again) return fit_again(tree, moved, *options.again, workers);
    tree.frame = frame_of(moved);
    if constexpr (GrowsByPoints<V>) {
      grow_volumes<V>(tree.nodes, tree.order, moved, tree.frame, workers, {}, tree.volumes);
      return;
    }
    content_.resize(tree.order.size());
    workers.for_ranges(content_.size(), 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        content_[i] = moved.triangle(tree.order[i].primitive());
        for (int k = 0; k < 3; ++k) content_[i][k] -= tree.frame.centre;
      }
    });
    workers.for_ranges(tree.nodes.size(), 8, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n)
        tree.volumes[n] =
            refitted(tree.volumes[n], std::span<const Triangle>(content_).subspan(ranges_[n].begin, ranges_[n].size()));
    });
  }

 private:
  std::vector<ItemRange> ranges_;
  std::vector<Triangle> content_;
};

// Oriented boxes. The vertices of each node are determined once.
template <>
class Refit<Obb<float>> {
 public:
  Refit(const Tree<Obb<float>>& tree, const Mesh& mesh);
  void operator()(Tree<Obb<float>>& tree, const Mesh& moved, const RefitOptions& options = {});

 private:
  // Small subtrees from their vertices, those above from their boxes.
  void refit_fast(Tree<Obb<float>>& tree, const Mesh& moved, const Workers& workers) const;
  // The same boxes as one by one.
  void refit_tight(Tree<Obb<float>>& tree, const Mesh& moved, const Workers& workers);

  // A subtree whose boxes are measured from its vertices. Children before parents.
  struct Subtree {
    struct Node {
      u32 node, begin, end;  // its index in the tree, and its range of the corners
    };
    std::vector<Node> nodes;
    std::vector<u32> corners;  // the vertices of each leaf, each once, but at least Patch::kLeastPoints
  };
  static constexpr u32 kSubtreeSize = 256;  // triangles in a subtree
  // Triangles below the boxes from which those above the subtrees are made. With more, they would be looser; with
  // fewer, slower.
  static constexpr u32 kUnitSize = 64;

  PatchCut cut_;  // into subtrees
  std::vector<Subtree> subtrees_;
  std::vector<u32> units_;        // nodes, subtree after subtree
  std::vector<ItemRange> share_;  // the range of units below each node above the subtrees
  std::vector<u32> vertices_;     // that faces refer to
  // For measuring all, created on first use.
  std::optional<PatchCut> patch_cut_;
  std::vector<Patch> patches_;
  std::vector<Points> points_;  // of each patch
};

// Called once.
template <Volume V>
void refit(Tree<V>& tree, const Mesh& moved, const RefitOptions& options = {}) {
  Refit<V>(tree, moved)(tree, moved, options);
}

}  // namespace apart::hierarchy
