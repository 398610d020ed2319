// Collects patches and their hulls into a Decomposition.
#pragma once
#include <apart/decompose/decompose.hpp>
#include <apart/decompose/growing_hull.hpp>

namespace apart::decomposition {

class Pieces {
 public:
  Pieces(const Surface& surface, DecompositionMethod method);

  const std::vector<u32>& owner() const { return out_.patch_of; }
  u32 size() const { return static_cast<u32>(out_.first_hull_face.size() - 1); }

  // Faces that belong to no patch yet, with the hull of their vertices.
  void add(std::span<const u32> faces, GrowingHull& hull);
  // The same, with a hull that has its sources not yet.
  void add_disconnected(std::span<const u32> faces, GrowingHull& scratch);

  // Degenerate triangles are edges of others, and belong to their patches; else each is a segment of its own.
  Decomposition finish();

 private:
  void end_vertices();

  const Surface& surface_;
  Decomposition out_;
  std::vector<u32> stamps_;  // of each vertex the last piece that has it, from 1 on
};

}  // namespace apart::decomposition
