// The convex hulls of a tree's nodes, each as a few of its corners. A box is loose at its corners, so that around the
// nearest points of two models very many pairs of boxes are nearer than these; hulls are not (after Ehmann and Lin
// 2001, whose pieces have hulls of their own).
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/shapes/polytope/eight_points.hpp>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace apart::hierarchy {

// Hulls are computed on first use, for a whole subtree at once. A small model is one subtree; a large one has many, and
// none for the nodes above them, since the hull of a node follows from those of all nodes below it. Any thread may ask.
struct NodeHulls {
  static constexpr u32 kWholeModel = 100'000, kSubtree = 64;  // triangles at most

  // What is given must outlive this.
  NodeHulls(const ModelTree& tree, const Mesh& mesh, u32 whole_model = kWholeModel, u32 subtree = kSubtree);

  // Leaves have none, nor has what is above the subtrees of a large model.
  bool has(u32 node) const { return !of(node).empty(); }
  // Vertices, relative to the frame's centre.
  std::span<const EightPoints<float>> of(u32 node) const {
    const Hull& hull = made(node);
    return {hull.points, hull.eights};
  }
  // The node's content is within this distance of the hull of its points.
  double slack(u32 node) const { return double(made(node).slack); }

  std::size_t subtrees() const { return subtrees_.size(); }

 private:
  struct Hull {
    const EightPoints<float>* points;  // null until it is made
    u32 eights;
    float slack;
  };
  struct Subtree {
    u32 root, first_item;
    std::once_flag once{};
    std::vector<EightPoints<float>> points{};

    Subtree(u32 r, u32 item) : root(r), first_item(item) {}
  };
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  friend class HullMaker;

  const Hull& made(u32 node) const {
    if (std::atomic_ref(hulls_[node].points).load(std::memory_order_acquire) == nullptr) make_around(node);
    return hulls_[node];
  }
  void make_around(u32 node) const;
  void find_subtrees(u32 most);
  void publish(u32 node, const EightPoints<float>* points, u32 eights, float slack) const;

  const ModelTree& tree_;
  const Mesh& mesh_;
  std::unique_ptr<Hull[], Free> hulls_;  // of each node; zeros, so that memory is touched where hulls are made
  std::vector<std::unique_ptr<Subtree>> subtrees_{};  // in the order of their primitives
};

}  // namespace apart::hierarchy
