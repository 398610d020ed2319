// A bounding volume hierarchy: a topology with a volume for every node. What fits them: fit/fit_tree.hpp.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/base/uninitialized.hpp>
#include <apart/base/workers.hpp>
#include <apart/hierarchy/topology.hpp>
#include <apart/shapes/mesh.hpp>
#include <apart/volumes/volume.hpp>

namespace apart::hierarchy {

// The index of a place in a tree, for probes and caches.
constexpr u32 index_of(u32 node) { return node; }

// The tree interface of traversals. A Node identifies a place in it; root and children are accessed through it, so that
// a tree may compute what it does not store.
template <class T>
concept WalkableTree = requires(const T tree, typename T::Node node, Ref ref, u32 k) {
  requires Volume<typename T::VolumeType>;
  { tree.frame } -> std::convertible_to<Frame>;
  { tree.empty() } -> std::same_as<bool>;
  { tree.root() } -> std::same_as<typename T::Node>;
  { tree.ref(node) } -> std::same_as<Ref>;
  { tree.is_last(node) } -> std::same_as<bool>;                          // of its siblings
  { tree.child(node, ref, k) } -> std::same_as<typename T::Node>;        // of an inner node, whose ref this is
  { tree.volume(node) } -> std::convertible_to<typename T::VolumeType>;  // relative to frame.centre
  { index_of(node) } -> std::same_as<u32>;
  { tree.items() } -> std::convertible_to<std::span<const Item>>;
};

// Declared by a tree that keeps the volumes of siblings side by side, so that they can be tested in SIMD lanes.
template <class T>
concept SiblingsSideBySide = WalkableTree<T> && std::same_as<typename T::Node, u32> &&
    requires(const T tree, Ref inner) {
  // The volumes of an inner node's children, which are the nodes from inner.first() on.
  { tree.siblings(inner) } -> std::same_as<std::span<const typename T::VolumeType>>;
};

// Declared by a tree that keeps the volumes of siblings as the lanes of packs: all of an inner node's children, which
// are the nodes from inner.first() on.
template <class T>
concept SiblingsInPacks = WalkableTree<T> && std::same_as<typename T::Node, u32> && requires(const T tree, Ref inner) {
  T::kWidth;
  tree.pack(inner);
};

// Calls f(child) for each child of an inner node.
template <WalkableTree T, class F>
void for_each_child(const T& tree, typename T::Node node, Ref ref, F f) {
  for (u32 k = 0;; ++k) {
    const typename T::Node child = tree.child(node, ref, k);
    f(child);
    if (tree.is_last(child)) return;
  }
}

template <Volume V>
struct Tree {
  using VolumeType = V;
  using Node = u32;
  std::vector<Ref> nodes;
  std::vector<Item> order;
  UnsetVector<V> volumes;  // one a node, relative to frame.centre
  Frame frame;

  bool empty() const { return nodes.empty(); }
  u32 root() const { return 0; }
  Ref ref(u32 n) const { return nodes[n]; }
  bool is_last(u32 n) const { return nodes[n].is_last(); }
  u32 child(u32, Ref parent, u32 k) const { return parent.first() + k; }
  const V& volume(u32 n) const { return volumes[n]; }
  std::span<const V> siblings(Ref inner) const {
    return {volumes.data() + inner.first(), count_children(nodes, inner)};
  }
  std::span<const Item> items() const { return order; }
};

// A view of a tree whose arrays lie elsewhere: in a Tree, or in a mapped file. The owner keeps them alive.
template <class V>  // not constrained here, so that a public header can declare it without the concept
struct TreeView {
  static_assert(Volume<V>);
  using VolumeType = V;
  using Node = u32;
  std::span<const Ref> nodes;
  std::span<const Item> order;
  std::span<const V> volumes;
  Frame frame;

  static TreeView of(const Tree<V>& tree) { return {tree.nodes, tree.order, tree.volumes, tree.frame}; }

  bool empty() const { return nodes.empty(); }
  u32 root() const { return 0; }
  Ref ref(u32 n) const { return nodes[n]; }
  bool is_last(u32 n) const { return nodes[n].is_last(); }
  u32 child(u32, Ref parent, u32 k) const { return parent.first() + k; }
  const V& volume(u32 n) const { return volumes[n]; }
  std::span<const V> siblings(Ref inner) const {
    return {volumes.data() + inner.first(), count_children(nodes, inner)};
  }
  std::span<const Item> items() const { return order; }
};

// The centre of the mesh, and the largest distance of any vertex of a triangle from it.
Frame frame_of(const Mesh& mesh, const Workers& workers = Workers::alone());
Frame frame_of(const Bounds& of_vertices);
Bounds bounds_of(const Mesh& mesh, const Workers& workers = Workers::alone());  // of the vertices that faces refer to

// The range of primitives of every node, as positions in the order of the leaves.
struct ItemRange {
  u32 begin, end;
  u32 size() const { return end - begin; }
};
std::vector<ItemRange> item_ranges(std::span<const Ref> nodes, std::span<const Item> order);

}  // namespace apart::hierarchy
