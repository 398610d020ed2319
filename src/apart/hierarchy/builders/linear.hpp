// The fastest builder (LBVH): primitives sorted by Morton code, and split where the highest bit changes.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/base/progress.hpp>
#include <apart/hierarchy/topology.hpp>
#include <apart/shapes/mesh.hpp>

namespace apart::hierarchy {

struct Linear {
  u32 leaf_size = 1;
  u32 threads = 1;  // 0: all; the tree is the same for any number
};

Topology build(std::span<const Bounds> boxes, const Linear& how);
Topology build(const Mesh& mesh, const Linear& how);
// An error if the watch stopped the build.
Result<Topology> build(std::span<const Bounds> boxes, const Linear& how, const BuildWatch& watch);
Result<Topology> build(const Mesh& mesh, const Linear& how, const BuildWatch& watch);

}  // namespace apart::hierarchy
