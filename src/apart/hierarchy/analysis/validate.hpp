// Validates a tree: empty if it is valid, else an error message. For tests and for untrusted files.
#pragma once
#include <apart/hierarchy/tree.hpp>
#include <string>

namespace apart::hierarchy {

std::string problem(std::span<const Ref> nodes, std::span<const Item> order, u32 primitives);

template <Volume V>
std::string problem(const TreeView<V>& tree, const Mesh& mesh) {
  if (std::string wrong = problem(tree.nodes, tree.order, mesh.size()); !wrong.empty()) return wrong;
  if (tree.volumes.size() != tree.nodes.size()) return "not one volume per node";
  // Every vertex lies in the volumes of its leaf and of all ancestors.
  std::vector<u32> parent(tree.nodes.size(), 0);
  for (u32 n = 0; n < tree.nodes.size(); ++n)
    if (!tree.nodes[n].is_leaf()) for_each_child(tree.nodes, tree.nodes[n], [&](u32 child) { parent[child] = n; });
  for (u32 n = 0; n < tree.nodes.size(); ++n) {
    if (!tree.nodes[n].is_leaf()) continue;
    for (u32 up = n;; up = parent[up]) {
      const bool inside = for_each_primitive(tree.order, tree.nodes[n], [&](u32 i) {
        const Triangle t = mesh.triangle(i);
        for (int k = 0; k < 3; ++k)
          if (!contains(tree.volumes[up], t[k] - tree.frame.centre)) return false;
        return true;
      });
      if (!inside) return "the volume of node " + std::to_string(up) + " does not hold all its content";
      if (up == 0) break;
    }
  }
  return {};
}
template <Volume V>
std::string problem(const Tree<V>& tree, const Mesh& mesh) {
  return problem(TreeView<V>::of(tree), mesh);
}

}  // namespace apart::hierarchy
