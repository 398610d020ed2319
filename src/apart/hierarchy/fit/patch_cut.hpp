// Cuts a tree into subtrees that are small enough to be processed one by one, and in parallel.
#pragma once
#include <apart/hierarchy/topology.hpp>

namespace apart::hierarchy {

struct PatchCut {
  static constexpr u32 kNone = ~u32(0);
  struct Above {
    u32 node, parent;  // parent: an index in `above`, or kNone
  };
  struct Root {
    u32 node, parent;
  };
  std::vector<Above> above;  // parents before children
  std::vector<Root> roots;   // of the subtrees, in the order of their primitives

  // Maximal subtrees of at most `size` primitives.
  PatchCut(std::span<const Ref> nodes, std::span<const Item> order, u32 size);
};

}  // namespace apart::hierarchy
