// Rebuilds some subtrees of a tree over the same primitives; the rest is not changed.
#pragma once
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/tree.hpp>

namespace apart::hierarchy {

// A subtree's triangles as a mesh of its own, in the order of its leaves, and the topology built for it.
struct RebuiltPart {
  u32 root = 0;     // in the tree
  ItemRange items;  // of the tree
  Mesh mesh;
  Topology topology;
};

// A tree with subtrees replaced by rebuilt parts.
struct Spliced {
  static constexpr u32 kKept = ~u32(0);
  struct Origin {
    u32 part, node;  // kKept: a node of the old tree
  };
  Topology topology;
  std::vector<Origin> origins;  // one per node
};

std::vector<RebuiltPart> cut_parts(std::span<const Ref> nodes, std::span<const Item> order, const Mesh& mesh,
                                   std::span<const u32> subtrees);
Spliced spliced(std::span<const Ref> nodes, std::span<const Item> order, std::span<const RebuiltPart> parts);

// build(mesh) returns a topology for a subset of the triangles. The subtrees must be disjoint.
template <Volume V, class Build>
Tree<V> rebuilt(const Tree<V>& tree, const Mesh& mesh, std::span<const u32> subtrees, Build build,
                const FitTreeOptions& options = {}) {
  const Workers workers(options.threads);
  std::vector<RebuiltPart> parts = cut_parts(tree.nodes, tree.order, mesh, subtrees);
  std::vector<UnsetVector<V>> fresh;
  for (RebuiltPart& part : parts) {
    part.topology = build(part.mesh);
    fresh.push_back(fitted_volumes<V>(part.topology.nodes, part.topology.order, part.mesh, tree.frame, workers));
  }
  Spliced all = spliced(tree.nodes, tree.order, parts);
  Tree<V> out{std::move(all.topology.nodes), std::move(all.topology.order), {}, tree.frame};
  out.volumes.reserve(out.nodes.size());
  for (const Spliced::Origin& from : all.origins)
    out.volumes.push_back(from.part == Spliced::kKept ? tree.volumes[from.node] : fresh[from.part][from.node]);
  return out;
}

}  // namespace apart::hierarchy
