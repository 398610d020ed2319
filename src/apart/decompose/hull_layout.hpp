// Lays hulls out in the arrays of a tree of hulls.
#pragma once
#include <apart/decompose/hull_draft.hpp>

namespace apart::decomposition {

class HullLayout {
 public:
  explicit HullLayout(std::span<const Vec3d> at) : at_(at), local_(at.size()) {}

  // The hull of a node, after those of all nodes before it: `faces` with their kinds, and for each vertex its place in
  // a hull of the node's children, or nothing. `narrow`: all its numbers fit into 16 bits.
  void add(const HullDraft& draft, std::span<const HullFace> faces, std::span<const u32> below, bool narrow,
           HullNode& node, OwnedHullArrays& out);
  // Then the table of starts, of a large hull.
  void add_starts(u32 node, OwnedHullArrays& out) const;
  // The hulls of all nodes, into arrays that have the nodes already, or these and one more.
  void add_all(std::span<const HullDraft> drafts, OwnedHullArrays& out);

 private:
  std::span<const Vec3d> at_;
  std::vector<u32> local_;  // of each vertex of the mesh
  std::vector<Vec3d> points_;
  std::vector<WidePair> links_;
  std::vector<HullFace> faces_;
  std::vector<u32> below_;
};

// A ball about the middle of the vertices' box.
void set_ball(std::span<const Vec3d> at, std::span<const u32> vertices, HullNode& node);

// The place of a vertex of a node's hull in that of its first child that has it, with kSecond for the second; kNone.
u32 place_below(std::span<const u32> first, std::span<const u32> second, u32 vertex);

// Do the numbers of half-edges and vertices fit into 16 bits, with those of the children's vertices?
inline bool fits_narrow(std::size_t faces, std::size_t most_vertices) {
  return 3 * faces < NarrowCorner::kNone && most_vertices < NarrowCorner::kSecond;
}

}  // namespace apart::decomposition
