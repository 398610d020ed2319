// The topology of a tree, without volumes: nodes, children, and the order of the primitives. Builders produce these,
// independent of volumes.
#pragma once
#include <apart/base/vec3.hpp>
#include <span>
#include <vector>

namespace apart::hierarchy {

// One node: the index of its first child, or of its first primitive. Siblings are adjacent and the last is flagged, as
// the last primitive of a leaf is flagged in Topology::order, so no counts are stored and any number of children is
// possible. 30 bits of index, one flag for the last sibling, one for leaves.
class Ref {
 public:
  static constexpr u32 kMost = (u32(1) << 30) - 1;  // the largest index

  static constexpr Ref inner(u32 first_child, bool last) { return Ref(first_child | (last ? kLast : 0)); }
  static constexpr Ref leaf(u32 first_primitive, bool last) {
    return Ref(first_primitive | kLeaf | (last ? kLast : 0));
  }
  constexpr Ref() = default;

  constexpr bool is_leaf() const { return (bits_ & kLeaf) != 0; }
  constexpr bool is_last() const { return (bits_ & kLast) != 0; }  // of its siblings
  constexpr u32 first() const { return bits_ & kMost; }
  friend constexpr bool operator==(Ref, Ref) = default;

 private:
  static constexpr u32 kLeaf = u32(1) << 31, kLast = u32(1) << 30;
  constexpr explicit Ref(u32 bits) : bits_(bits) {}
  u32 bits_ = 0;
};
static_assert(sizeof(Ref) == 4);

// A primitive in the order of the leaves: its index, and whether it ends its leaf.
class Item {
 public:
  constexpr Item() = default;
  constexpr Item(u32 primitive, bool last) : bits_(primitive | (last ? kLast : 0)) {}
  constexpr u32 primitive() const { return bits_ & ~kLast; }
  constexpr bool last() const { return (bits_ & kLast) != 0; }
  friend constexpr bool operator==(Item, Item) = default;

 private:
  static constexpr u32 kLast = u32(1) << 31;
  u32 bits_ = 0;
};
static_assert(sizeof(Item) == 4);

struct Topology {
  std::vector<Ref> nodes;   // nodes[0] is the root; children come after their parents; empty for an empty tree
  std::vector<Item> order;  // all primitives, leaf after leaf; each subtree's primitives are contiguous
};

// Calls f(child) for each child of an inner node.
template <class F>
void for_each_child(std::span<const Ref> nodes, Ref inner, F f) {
  for (u32 child = inner.first();; ++child) {
    f(child);
    if (nodes[child].is_last()) return;
  }
}

inline u32 count_children(std::span<const Ref> nodes, Ref inner) {
  u32 count = 0;
  for_each_child(nodes, inner, [&](u32) { ++count; });
  return count;
}

// Calls f(primitive) for each primitive of a leaf, until f returns false; returns whether all were visited.
template <class F>
bool for_each_primitive(std::span<const Item> order, Ref leaf, F f) {
  for (u32 i = leaf.first();; ++i) {
    if (!f(order[i].primitive())) return false;
    if (order[i].last()) return true;
  }
}

}  // namespace apart::hierarchy
