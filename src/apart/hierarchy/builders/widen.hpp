// Fewer and wider nodes: inner nodes are opened into their parents, as many as a width allows, where it pays most.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/topology.hpp>
#include <apart/shapes/mesh.hpp>

namespace apart::hierarchy {

inline constexpr u32 kWidest = 8;

// Of all trees with at most `width` (2 … kWidest) children a node that opening can give, the one whose inner nodes
// have the least box area in all: the least expected visits. Leaves and the order of the primitives stay. The boxes are
// those of the primitives.
Topology widen(const Topology& narrow, std::span<const Bounds> boxes, u32 width);
Topology widen(const Topology& narrow, const Mesh& mesh, u32 width);

// Nearly as good, many times faster, and with no boxes: always opens the child that holds the most primitives.
Topology widen_largest(const Topology& narrow, u32 width);

}  // namespace apart::hierarchy
