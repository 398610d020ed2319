// The tree of axis-aligned boxes behind a model, Model::boxes(), for rays and points: eight siblings are tested at
// once.
#pragma once
#include <apart/hierarchy/model_tree.hpp>
#include <apart/hierarchy/trees/wide_tree.hpp>
#include <apart/volumes/kinds/aabb.hpp>

namespace apart::hierarchy {

// Its nodes and leaves are those of the model's tree of oriented boxes. Boxes are relative to frame.centre.
struct BoxTree : WideTree<Aabb<float>, 8> {};

BoxTree box_tree(const ModelTree& tree, const Mesh& mesh);

}  // namespace apart::hierarchy
