// Validates a tree of any layout through the interface that traversals use: empty if it is valid, else an error
// message. References must lie within the tree.
#pragma once
#include <apart/hierarchy/tree.hpp>
#include <string>

namespace apart::hierarchy {

template <WalkableTree T>
std::string problem_of_walk(const T& tree, const Mesh& mesh) {
  const std::span<const Item> items = tree.items();
  if (items.size() != mesh.size()) return "not every primitive has a place";
  if (tree.empty()) return mesh.empty() ? "" : "no root";
  if (mesh.empty()) return "nodes without primitives";
  if (!tree.is_last(tree.root())) return "the root has siblings";
  std::vector<bool> seen(mesh.size(), false);
  // Depth first, the primitives come in order, and each lies in the volumes of its leaf and of all ancestors.
  struct Open {
    typename T::Node node;
    std::size_t depth;
  };
  std::vector<Open> open{{tree.root(), 0}};
  std::vector<typename T::VolumeType> path;
  u32 next = 0;
  std::size_t visited = 0;
  while (!open.empty()) {
    const Open at = open.back();
    open.pop_back();
    // Every inner node has at least two children, and every leaf a primitive.
    if (++visited >= 2 * items.size()) return "more nodes than the primitives need";
    path.resize(at.depth, path.empty() ? tree.volume(at.node) : path[0]);
    path.push_back(tree.volume(at.node));
    const Ref ref = tree.ref(at.node);
    if (!ref.is_leaf()) {
      const std::size_t before = open.size();
      for_each_child(tree, at.node, ref, [&](const typename T::Node& child) { open.push_back({child, at.depth + 1}); });
      if (open.size() == before + 1) return "a node has a single child";
      for (std::size_t i = before, j = open.size() - 1; i < j; ++i, --j) std::swap(open[i], open[j]);
      continue;
    }
    if (ref.first() != next) return "a leaf is out of order";
    do {
      if (next >= items.size()) return "a leaf has no end";
      const u32 i = items[next].primitive();
      if (i >= mesh.size()) return "a primitive that is not there";
      if (seen[i]) return "primitive " + std::to_string(i) + " has two places";
      seen[i] = true;
      const Triangle t = mesh.triangle(i);
      for (std::size_t up = 0; up < path.size(); ++up)
        for (int k = 0; k < 3; ++k)
          if (!contains(path[up], t[k] - tree.frame.centre))
            return "a volume at depth " + std::to_string(up) + " does not hold primitive " + std::to_string(i);
    } while (!items[next++].last());
  }
  return next == items.size() ? "" : "primitives that no leaf holds";
}

}  // namespace apart::hierarchy
