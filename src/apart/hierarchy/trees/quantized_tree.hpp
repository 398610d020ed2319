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

template <Volume V, int W, class Q>
struct QuantizedTree : SlotTree<V, W, QuantizedNode<V, W, Q>> {
  V volume(u32 slot) const { return this->nodes[slot / W].volume(slot % W); }
  // The volumes of all children of an inner slot, whose ref this is.
  InLanes<V, W> pack(Ref inner) const { return this->nodes[inner.first() / W].volumes(); }
};

// The quantized form of a tree. No volume may be empty.
template <class Q, Volume V, int W>
QuantizedTree<V, W, Q> quantized(const WideTree<V, W>& tree) {
  QuantizedTree<V, W, Q> out{{{}, tree.order, tree.frame}};
  out.nodes.resize(tree.nodes.size());
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    V volumes[W];
    u32 count = 0;
    do {
      volumes[count] = lane_of<V>(tree.nodes[n].volumes, static_cast<int>(count));
      APART_ASSERT(!is_empty(volumes[count]), "an empty volume cannot be quantized");
      out.nodes[n].refs[count] = tree.nodes[n].refs[count];
    } while (!out.nodes[n].refs[count++].is_last());
    out.nodes[n].encode(std::span<const V>(volumes, count));
  }
  return out;
}

}  // namespace apart::hierarchy
