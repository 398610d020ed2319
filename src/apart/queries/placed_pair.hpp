// The triangles of two meshes, both in A's frame: the leaf data of every pair query.
#pragma once
#include <apart/queries/element_id.hpp>
#include <apart/shapes/mesh.hpp>

namespace apart::queries {

struct PlacedPair {
  const Mesh& a;
  Pose b_in_a;
  const Mesh& b;

  Triangle of_a(u32 i) const { return a.triangle(i); }
  Triangle of_b(u32 j) const { return b_in_a * b.triangle(j); }
  ElementId element_a(u32 i) const { return {.part = a.part(i), .triangle = i}; }
  ElementId element_b(u32 j) const { return {.part = b.part(j), .triangle = j}; }
};

}  // namespace apart::queries
