// A tree cut into patches: subtrees small enough that their data fits the first-level cache, and large enough that
// their triangles share most vertices. Each vertex is loaded once per patch. Nodes above the patches treat them as
// units.
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
  // Some vertices, relative to `centre`; padded with the last to at least `least`.
  void place(std::span<const Vec3d> vertices, std::span<const u32> which, Vec3d centre, std::size_t least);
  // A subset of other points.
  void pick(const Points& from, std::span<const u32> which);

 private:
  void resize(std::size_t n) { x.resize(n), y.resize(n), z.resize(n); }
  void set(std::size_t i, Vec3d p) { x[i] = p.x, y[i] = p.y, z[i] = p.z; }
};

struct Patch {
  // Triangles in a patch. With fewer, vertices at patch borders are processed too often from above; with more, those at
  // leaf borders too often from within.
  static constexpr u32 kSize = 256;

  struct Node {
    u32 node;        // its index in the tree
    u32 begin, end;  // its range of leaf_vertices
    u32 children;    // 0 for a leaf
  };
  static constexpr u32 kLeastPoints = 4;  // each leaf has at least as many leaf_vertices, so that lanes are full

  UnsetVector<u32> vertices;       // of the mesh, each once
  UnsetVector<u32> corners;        // three for each triangle, as indices into vertices
  UnsetVector<u32> leaf_vertices;  // of each leaf, each once, as indices into vertices
  std::vector<Node> nodes;         // depth first: parents before children

  // Buffers for building patches, for reuse.
  struct Scratch {
    struct Met {
      u32 vertex, index;
    };
    std::vector<Met> table;
    std::vector<u32> seen_by, open, ends;
  };
  void make(std::span<const Ref> tree, std::span<const Item> order, const Mesh& mesh, u32 root, Scratch& scratch);

  void place(const Mesh& mesh, Vec3d centre, Points& all, Points& of_leaves) const {
    all.place(mesh.vertices(), vertices, centre, kLeastPoints);
    of_leaves.pick(all, leaf_vertices);
  }
  // The largest coordinate of each node's points.
  void reach(const Points& of_leaves, std::vector<double>& out, Scratch& scratch) const;
};

}  // namespace apart::hierarchy
