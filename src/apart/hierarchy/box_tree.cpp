// Fits axis-aligned boxes to the nodes of a model's tree.
#include <apart/hierarchy/box_tree.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>

namespace apart::hierarchy {

BoxTree box_tree(const ModelTree& tree, const Mesh& mesh) {
  if (tree.empty()) return {};
  Tree<Aabb<float>> boxes;
  boxes.nodes.assign(tree.nodes.begin(), tree.nodes.end());
  boxes.order.assign(tree.order.begin(), tree.order.end());
  boxes.volumes = fitted_volumes<Aabb<float>>(boxes.nodes, boxes.order, mesh, tree.frame, Workers::alone());
  boxes.frame = tree.frame;
  return {packed<8>(boxes)};
}

}  // namespace apart::hierarchy
