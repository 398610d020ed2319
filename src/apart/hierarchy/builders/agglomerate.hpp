// PLOC-style builder for quality: merges mutually nearest clusters along a space-filling curve, until one is left.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/base/progress.hpp>
#include <apart/hierarchy/topology.hpp>
#include <apart/shapes/mesh.hpp>

namespace apart::hierarchy {

// The distance is the area of the merged box; candidates are the `radius` clusters on either side.
struct Agglomerate {
  u32 radius = 8;
  u32 leaf_size = 1;
  u32 threads = 1;  // 0: all; the tree is the same for any number
};

Topology build(std::span<const Bounds> boxes, const Agglomerate& how);
Topology build(const Mesh& mesh, const Agglomerate& how);
// An error if the watch stopped the build.
Result<Topology> build(std::span<const Bounds> boxes, const Agglomerate& how, const BuildWatch& watch);
Result<Topology> build(const Mesh& mesh, const Agglomerate& how, const BuildWatch& watch);

}  // namespace apart::hierarchy
