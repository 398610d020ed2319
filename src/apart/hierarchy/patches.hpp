// A tree cut into patches: subtrees small enough that all about them stays in the nearest cache, and large enough that
// their triangles share most vertices. Each vertex is looked up once a patch. Nodes above the patches see them whole.
#pragma once
#include <apart/hierarchy/tree.hpp>

namespace apart {

// Coordinates side by side, so that lanes can load them.
struct Points {
  std::vector<double> x, y, z;

  std::size_t size() const { return x.size(); }
  Vec3d operator[](std::size_t i) const { return {x[i], y[i], z[i]}; }
  void clear() { x.clear(), y.clear(), z.clear(); }
  void add(Vec3d p) { x.push_back(p.x), y.push_back(p.y), z.push_back(p.z); }
};

struct Patch {
  struct Node {
    u32 node;        // its place in the tree
    u32 begin, end;  // its share of leaf_vertices
    u32 children;    // 0 for a leaf
  };
  static constexpr u32 kLeastPoints = 4;  // what leaf_vertices is filled up to for every leaf, so that lanes are full

  std::vector<u32> vertices;       // of the mesh, each once
  std::vector<u32> corners;        // three for each triangle, as places in vertices
  std::vector<u32> leaf_vertices;  // of each leaf, each once, as places in vertices
  std::vector<Node> nodes;         // depth first: parents before children

  void make(std::span<const Ref> tree, std::span<const Item> order, const Mesh& mesh, u32 root);

 private:
  u32 place_of(u32 vertex);
  std::vector<u32> table_, seen_by_;  // scratch
};

// Where a tree is cut.
struct PatchCut {
  static constexpr u32 kNone = ~u32(0);
  struct Above {
    u32 node, parent;  // parent: a place in `above`, or kNone
  };
  struct Root {
    u32 node, parent;
  };
  std::vector<Above> above;  // parents before children
  std::vector<Root> roots;   // of the patches, in the order of their primitives

  PatchCut(std::span<const Ref> nodes, std::span<const Item> order);
};

}  // namespace apart
