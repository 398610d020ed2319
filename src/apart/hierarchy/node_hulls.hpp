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

// A subtree of few triangles. Its hull is made of all its vertices, so that one scan tells how far each of its
// triangles reaches along a direction: two twigs are not taken apart node by node.
struct Twig {
  std::span<const EightPoints<float>> vertices;
  std::span<const Item> items;       // its triangles
  const std::uint8_t (*corners)[3];  // of each of them, as places among the vertices
};

// A node's hull: vertices, relative to the frame's centre, and how far its content may be outside of their hull.
struct NodeHull {
  const EightPoints<float>* points;  // null until it is made
  std::uint16_t eights;              // none if the node has no hull
  std::uint16_t triangles;  // of a twig, else none; the number of its first item and its corners are behind the points
  float slack;

  bool exists() const { return eights > 0; }
  bool is_twig() const { return triangles > 0; }
  PointScan<float> scan(Vec3f direction) const { return {points, eights, direction}; }
};

// Hulls are computed on first use: of a small model all at once; of a large one those of the twigs that are asked for,
// and none for the nodes above them, since the hull of a node follows from those of all nodes below it. Nodes within a
// twig have none. Any thread may ask.
struct NodeHulls {
  static constexpr u32 kWholeModel = 100'000, kTwig = 64;  // triangles at most
  static constexpr u32 kMostInTwig = 85;                   // so that places of their corners fit a byte

  // What is given must outlive this.
  NodeHulls(const ModelTree& tree, const Mesh& mesh, u32 whole_model = kWholeModel, u32 twig = kTwig);

  const NodeHull& of(u32 node) const {
    if (std::atomic_ref(hulls_[node].points).load(std::memory_order_acquire) == nullptr) make(node);
    return hulls_[node];
  }
  Twig twig(u32 node) const;

 private:
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  using Chunk = std::unique_ptr<std::byte[], Free>;
  friend class HullMaker;

  void make(u32 node) const;
  // The triangles of a twig; none if the node has too many.
  ItemRange twig_range(u32 node) const;
  void publish(u32 node, const NodeHull& hull, Chunk chunk) const;
  void publish_none_below(u32 node) const;
  void set(u32 node, const NodeHull& hull) const;

  const ModelTree& tree_;
  const Mesh& mesh_;
  u32 twig_;
  bool whole_;
  std::unique_ptr<NodeHull[], Free> hulls_;  // of each node; zeros, so that memory is touched where hulls are made
  mutable std::once_flag once_{};            // of a small model
  mutable std::mutex publishing_{};
  mutable std::vector<Chunk> chunks_{};  // what hulls point to
};

}  // namespace apart::hierarchy
