// A quantized wide tree: numbers of 8 or 16 bits relative to the node's own box, rounded outward, and decoded to lanes
// on access. See quantized_aabb.hpp and quantized_obb.hpp.
#pragma once
#include <apart/hierarchy/trees/wide_tree.hpp>
#include <cstdint>

namespace apart::hierarchy {

// The children of one inner node, in numbers of Q. Lanes after the last child are unspecified; a traversal stops at the
// flag.
//   refs[W]
//   volume(lane), volumes()   decoded, one or all in lanes: the same bits
//   encode(given)             so that every decoded volume contains the given one
template <class V, int W, class Q>
struct QuantizedNode;

// Several small numbers as a pack.
template <class Q, int W>
APART_INLINE Pack<float, W> decoded(const Q (&from)[W]) {
  typedef Q Narrow __attribute__((vector_size(W * sizeof(Q))));
  typedef float Wide __attribute__((vector_size(W * sizeof(float))));
  Narrow narrow;
  std::memcpy(&narrow, from, sizeof narrow);
  const Wide wide = __builtin_convertvector(narrow, Wide);
  float out[W];
  std::memcpy(out, &wide, sizeof out);
  return Pack<float, W>::load(out);
}

// Slots are as in a WideTree.
template <Volume V, int W, class Q>
struct QuantizedTree {
  using VolumeType = V;
  using Node = u32;
  static constexpr int kWidth = W;

  std::vector<QuantizedNode<V, W, Q>> nodes;
  std::vector<Item> order;
  Frame frame;

  bool empty() const { return nodes.empty(); }
  u32 root() const { return 0; }
  Ref ref(u32 slot) const { return nodes[slot / W].refs[slot % W]; }
  bool is_last(u32 slot) const { return ref(slot).is_last(); }
  u32 child(u32, Ref parent, u32 k) const { return parent.first() + k; }
  V volume(u32 slot) const { return nodes[slot / W].volume(slot % W); }
  std::span<const Item> items() const { return order; }

  // The volumes of all children of an inner slot, whose ref this is.
  InLanes<V, W> pack(Ref inner) const { return nodes[inner.first() / W].volumes(); }
};

template <class V, int W, class Q>
std::size_t bytes(const QuantizedTree<V, W, Q>& tree) {
  return tree.nodes.size() * sizeof(QuantizedNode<V, W, Q>) + tree.order.size() * sizeof(Item);
}

// The quantized form of a tree. No volume may be empty.
template <class Q, Volume V, int W>
QuantizedTree<V, W, Q> quantized(const WideTree<V, W>& tree) {
  QuantizedTree<V, W, Q> out{{}, tree.order, tree.frame};
  out.nodes.resize(tree.nodes.size());
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    V volumes[W];
    u32 count = 0;
    do {
      volumes[count] = lane_of<V>(tree.nodes[n].volumes, static_cast<int>(count));
      APART_ASSERT(!is_empty(volumes[count]), "a volume that holds nothing has no size to tell in steps");
      out.nodes[n].refs[count] = tree.nodes[n].refs[count];
    } while (!out.nodes[n].refs[count++].is_last());
    out.nodes[n].encode(std::span<const V>(volumes, count));
  }
  return out;
}

}  // namespace apart::hierarchy
