// A wide tree whose siblings are the lanes of one node: one volume is tested against all of them at once.
#pragma once
#include <apart/hierarchy/tree.hpp>
#include <apart/volumes/lanes.hpp>

namespace apart::hierarchy {

// The children of one inner node. Lanes after the last child are empty; a traversal stops at the flag.
//   Aabb<float>   4: 128 bytes   8: 256 bytes
//   Obb<float>    4: 256 bytes   8: 512 bytes
template <class V, int W>
struct alignas(64) WideNode {  // a cache line
  InLanes<V, W> volumes;       // W · sizeof(V)
  Ref refs[W];                 // W · 4
};

// A Node is a slot: lane k of node n is slot n · W + k. An inner slot's first() is the slot of its first child, a
// multiple of W. Slot 0 is the root, alone in its node.
template <Volume V, int W, class NodeOfW>
struct SlotTree {
  using VolumeType = V;
  using Node = u32;
  static constexpr int kWidth = W;

  std::vector<NodeOfW> nodes;
  std::vector<Item> order;
  Frame frame;

  bool empty() const { return nodes.empty(); }
  u32 root() const { return 0; }
  Ref ref(u32 slot) const { return nodes[slot / W].refs[slot % W]; }
  bool is_last(u32 slot) const { return ref(slot).is_last(); }
  u32 child(u32, Ref parent, u32 k) const { return parent.first() + k; }
  std::span<const Item> items() const { return order; }
};

template <class V, int W, class NodeOfW>
std::size_t bytes(const SlotTree<V, W, NodeOfW>& tree) {
  return tree.nodes.size() * sizeof(NodeOfW) + tree.order.size() * sizeof(Item);
}

template <Volume V, int W>
requires HasLanes<V, W>
struct WideTree : SlotTree<V, W, WideNode<V, W>> {
  static_assert(sizeof(WideNode<V, W>) == (W * (sizeof(V) + sizeof(Ref)) + 63) / 64 * 64);

  V volume(u32 slot) const { return lane_of<V>(this->nodes[slot / W].volumes, static_cast<int>(slot % W)); }
  // The volumes of all children of an inner slot, whose ref this is.
  const InLanes<V, W>& pack(Ref inner) const { return this->nodes[inner.first() / W].volumes; }
};

// The same tree in lanes. No node may have more than W children; the order of nodes is preserved.
template <int W, Volume V>
WideTree<V, W> packed(const Tree<V>& tree) {
  WideTree<V, W> out{{{}, tree.order, tree.frame}};
  if (tree.empty()) return out;
  // Every inner node becomes the node of its children, after the one that holds the root.
  std::vector<u32> slot(tree.nodes.size());
  u32 count = 1;
  for (std::size_t n = 0; n < tree.nodes.size(); ++n)
    if (!tree.nodes[n].is_leaf()) slot[n] = W * count++;
  APART_ASSERT(u64(W) * count <= Ref::kMost, "more nodes than a reference can index");

  WideNode<V, W> empty{};
  for (int lane = 0; lane < W; ++lane) set_lane(empty.volumes, lane, V::nothing());
  out.nodes.assign(count, empty);
  const auto put = [&](u32 at, u32 n) {
    const Ref ref = tree.nodes[n];
    WideNode<V, W>& node = out.nodes[at / W];
    set_lane(node.volumes, static_cast<int>(at % W), tree.volumes[n]);
    node.refs[at % W] = ref.is_leaf() ? ref : Ref::inner(slot[n], ref.is_last());
  };
  put(0, 0);
  for (u32 n = 0; n < tree.nodes.size(); ++n) {
    if (tree.nodes[n].is_leaf()) continue;
    u32 lane = 0;
    for_each_child(tree.nodes, tree.nodes[n], [&](u32 child) {
      APART_ASSERT(lane < W, "a node has more children than there are lanes");
      put(slot[n] + lane++, child);
    });
  }
  return out;
}

}  // namespace apart::hierarchy
