// A tree cut into patches: subtrees small enough that their data fits the first-level cache. Nodes above the patches
// treat them as units.
#pragma once
#include <apart/base/uninitialized.hpp>
#include <apart/hierarchy/fit/patch_cut.hpp>
#include <apart/hierarchy/tree.hpp>

namespace apart::hierarchy {

// Coordinates as a structure of arrays, for SIMD loads.
struct Points {
  UnsetVector<double> x, y, z;

  std::size_t size() const { return x.size(); }
  Vec3d operator[](std::size_t i) const { return {x[i], y[i], z[i]}; }
  // Some vertices, relative to `centre`.
  void place(std::span<const Vec3d> vertices, std::span<const u32> which, Vec3d centre);
};

struct Patch {
  // Triangles in a patch. With fewer, there are more nodes above patches; with more, their points are not in the cache.
  static constexpr u32 kSize = 256;

  struct Node {
    u32 node;        // its index in the tree
    u32 begin, end;  // its range of leaf_vertices
    u32 children;    // 0 for a leaf
    u32 triangles;   // of a leaf
  };
  static constexpr u32 kLeastPoints = 4;  // each leaf has at least as many leaf_vertices, so that lanes are full

  UnsetVector<u32> leaf_vertices;  // those of each leaf, each once
  std::vector<Node> nodes;         // depth first: parents before children

  // Buffers for building patches, for reuse.
  struct Scratch {
    std::vector<u64> seen;  // a hash table: in the first half the number of a leaf, in the second one of its vertices
    u64 leaves = 0;
    std::vector<u32> open, ends;
  };
  void make(std::span<const Ref> tree, std::span<const Item> order, const Mesh& mesh, u32 root, Scratch& scratch);

  // The largest coordinate of each node's points.
  void reach(const Points& points, std::vector<double>& out, Scratch& scratch) const;

 private:
  void add_leaf(std::span<const Item> items, const Mesh& mesh, Scratch& scratch);
};

}  // namespace apart::hierarchy
