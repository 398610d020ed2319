// Builder by insertion of the primitives one by one into a self-balancing dynamic tree.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/base/progress.hpp>
#include <apart/hierarchy/topology.hpp>
#include <apart/shapes/mesh.hpp>

namespace apart::hierarchy {

struct Insertion {
  u32 leaf_size = 1;
};

// The simpler way: from the root down, always to the child whose box grows least in volume (of equals, in area), with
// no balancing; the time is quadratic where nesting is deep.
struct DescendingInsertion {
  u32 leaf_size = 1;
};
Topology build(const Mesh& mesh, const DescendingInsertion& how);

Topology build(std::span<const Bounds> boxes, const Insertion& how);
Topology build(const Mesh& mesh, const Insertion& how);
// An error if the watch stopped the build.
Result<Topology> build(std::span<const Bounds> boxes, const Insertion& how, const BuildWatch& watch);
Result<Topology> build(const Mesh& mesh, const Insertion& how, const BuildWatch& watch);

}  // namespace apart::hierarchy
