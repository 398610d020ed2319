// Who is whose child, and in which order the primitives lie: a tree before it has volumes. Builders make these, and
// know of no volume.
#pragma once
#include <apart/base/vec3.hpp>
#include <span>
#include <vector>

namespace apart {

// One node: the place of its first child (the second stands beside it), or of its first primitive. 31 bits of index
// and one that tells which; a leaf's last primitive is marked in Topology::order, so no count is kept.
class Ref {
 public:
  static constexpr Ref inner(u32 first_child) { return Ref(first_child); }
  static constexpr Ref leaf(u32 first_primitive) { return Ref(first_primitive | kLeaf); }
  constexpr Ref() = default;

  constexpr bool is_leaf() const { return (bits_ & kLeaf) != 0; }
  constexpr u32 first() const { return bits_ & ~kLeaf; }
  friend constexpr bool operator==(Ref, Ref) = default;

 private:
  static constexpr u32 kLeaf = u32(1) << 31;
  constexpr explicit Ref(u32 bits) : bits_(bits) {}
  u32 bits_ = 0;
};
static_assert(sizeof(Ref) == 4);

// A primitive in the order of the leaves: its number, and whether it ends its leaf.
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
  std::vector<Ref> nodes;   // nodes[0] is the root; children come after their parents; empty when nothing is held
  std::vector<Item> order;  // all primitives, leaf after leaf; each subtree's primitives are contiguous
};

// Calls f(primitive) for each primitive of a leaf, until f says false; tells whether all were visited.
template <class F>
bool for_each_primitive(std::span<const Item> order, Ref leaf, F f) {
  for (u32 i = leaf.first();; ++i) {
    if (!f(order[i].primitive())) return false;
    if (order[i].last()) return true;
  }
}

}  // namespace apart
