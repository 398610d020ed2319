// Collapses a tree to fewer and wider nodes: inner nodes are opened into their parents, up to a width, where it pays
// most.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/topology.hpp>
#include <apart/shapes/mesh.hpp>

namespace apart::hierarchy {

inline constexpr u32 kWidest = 8;

// Of all trees with at most `width` (2 … kWidest) children per node that collapsing can give, the one with the least
// total box area of inner nodes: the fewest expected visits. Leaves and the order of the primitives do not change. The
// boxes are those of the primitives.
Topology widen(const Topology& narrow, std::span<const Bounds> boxes, u32 width);
Topology widen(const Topology& narrow, const Mesh& mesh, u32 width);

// Nearly as good, many times faster, and without boxes: always opens the child with the most primitives.
Topology widen_largest(Topology narrow, u32 width);

}  // namespace apart::hierarchy
