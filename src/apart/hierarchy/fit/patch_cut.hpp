// Where is a tree cut into subtrees that are small enough to be dealt with one by one, and by several threads?
#pragma once
#include <apart/hierarchy/topology.hpp>

namespace apart::hierarchy {

struct PatchCut {
  static constexpr u32 kNone = ~u32(0);
  struct Above {
    u32 node, parent;  // parent: a place in `above`, or kNone
  };
  struct Root {
    u32 node, parent;
  };
  std::vector<Above> above;  // parents before children
  std::vector<Root> roots;   // of the subtrees, in the order of their primitives

  // Subtrees of at most `size` primitives, as large as may be.
  PatchCut(std::span<const Ref> nodes, std::span<const Item> order, u32 size);
};

}  // namespace apart::hierarchy
