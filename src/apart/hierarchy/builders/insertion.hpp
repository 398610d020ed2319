// A builder that puts primitives one by one into a tree of boxes that keeps itself good.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/base/progress.hpp>
#include <apart/hierarchy/topology.hpp>
#include <apart/shapes/mesh.hpp>

namespace apart::hierarchy {

struct Insertion {
  u32 leaf_size = 1;
};

Topology build(std::span<const Bounds> boxes, const Insertion& how);
Topology build(const Mesh& mesh, const Insertion& how);
// An error says that the watch stopped the build.
Result<Topology> build(std::span<const Bounds> boxes, const Insertion& how, const BuildWatch& watch);
Result<Topology> build(const Mesh& mesh, const Insertion& how, const BuildWatch& watch);

}  // namespace apart::hierarchy
