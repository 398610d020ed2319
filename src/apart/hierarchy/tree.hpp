// A topology dressed with volumes of one type.
#pragma once
#include <apart/hierarchy/topology.hpp>
#include <apart/shapes/mesh.hpp>
#include <apart/volumes/volume.hpp>

namespace apart {

// The number of a place in a tree, for probes and caches.
constexpr u32 index_of(u32 node) { return node; }

// What a walk asks of a tree. A Node names a place in it; root and children are named through it, so that a tree may
// compute what it does not keep.
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
  std::vector<V> volumes;  // one a node, relative to frame.centre
  Frame frame;

  bool empty() const { return nodes.empty(); }
  u32 root() const { return 0; }
  Ref ref(u32 n) const { return nodes[n]; }
  bool is_last(u32 n) const { return nodes[n].is_last(); }
  u32 child(u32, Ref parent, u32 k) const { return parent.first() + k; }
  const V& volume(u32 n) const { return volumes[n]; }
  std::span<const Item> items() const { return order; }
};

// A tree whose arrays lie elsewhere: in a Tree, or in a mapped file. Whoever has it keeps them alive.
template <Volume V>
struct TreeView {
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
  std::span<const Item> items() const { return order; }
};

// The middle of the mesh, and how far from it any vertex of a triangle lies.
Frame frame_of(const Mesh& mesh);

// Fits a volume to the triangles of every node.
template <Volume V>
Tree<V> dress(Topology topology, const Mesh& mesh) {
  Tree<V> tree{std::move(topology.nodes), std::move(topology.order), {}, frame_of(mesh)};
  APART_ASSERT(tree.order.size() == mesh.size(), "the topology was built for another mesh");
  std::vector<Triangled> content;  // in the order of the leaves, so that each node's share is contiguous
  content.reserve(tree.order.size());
  for (Item item : tree.order) {
    Triangled t = mesh.triangle(item.primitive());
    for (int k = 0; k < 3; ++k) t[k] -= tree.frame.centre;
    content.push_back(t);
  }
  struct Range {
    u32 begin, end;
  };
  std::vector<Range> ranges(tree.nodes.size());
  tree.volumes.resize(tree.nodes.size());
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {  // children come after their parents
    const Ref ref = tree.nodes[n];
    if (ref.is_leaf()) {
      u32 end = ref.first();
      while (!tree.order[end].last()) ++end;
      ranges[n] = {ref.first(), end + 1};
    } else {
      ranges[n].begin = ranges[ref.first()].begin;
      for_each_child(tree.nodes, ref, [&](u32 child) { ranges[n].end = ranges[child].end; });
    }
    tree.volumes[n] = fit<V>(std::span(content).subspan(ranges[n].begin, ranges[n].end - ranges[n].begin));
  }
  return tree;
}

}  // namespace apart
