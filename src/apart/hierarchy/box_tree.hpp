// The tree of axis-aligned boxes behind a model, Model::boxes(), for rays and points: eight siblings are tested at
// once, and four triangles of a leaf.
#pragma once
#include <apart/hierarchy/model_tree.hpp>
#include <apart/hierarchy/trees/wide_tree.hpp>
#include <apart/volumes/kinds/aabb.hpp>

namespace apart::hierarchy {

// Four triangles side by side, as they are in the mesh: who tests them needs not load the mesh. Unused lanes are NaN,
// so that every comparison with them is false.
struct alignas(64) TriangleBlock {
  static constexpr u32 kLanes = 4;
  double at[9][kLanes];  // a.x, a.y, a.z, b.x, …
  Item items[kLanes];    // the last one's flag ends the leaf
};

// Its nodes and leaves are those of the model's tree of oriented boxes. Boxes are relative to frame.centre. The
// primitives of a leaf start at a multiple of four in `order`, padded with repetitions of the last one: those from 4n
// on are in blocks[n].
struct BoxTree : WideTree<Aabb<float>, 8> {
  std::vector<TriangleBlock> blocks;
  u32 depth = 0;  // inner nodes on the longest path
};

BoxTree box_tree(const ModelTree& tree, const Mesh& mesh);

}  // namespace apart::hierarchy
