// Detects when a refitted tree has degraded so much that rebuilding pays, and where.
//
// Measured by the expected number of tests below a node (surface area heuristic) per unit of the triangles' own area.
// So neither size nor stretching counts, but loose or overlapping volumes do.
#pragma once
#include <apart/hierarchy/tree.hpp>

namespace apart::hierarchy {

struct Quality {
  std::vector<double> tests;    // per node: the sum of areas below it, each times the tests that follow a hit
  std::vector<double> surface;  // per node: the area of its triangles

  // Content without area has no measure; it never degrades.
  double cost(u32 n) const { return surface[n] > 0 ? tests[n] / surface[n] : 0; }
};

// The area of each node's triangles.
std::vector<double> surface_of_nodes(std::span<const Ref> nodes, std::span<const Item> order, const Mesh& mesh);

template <Volume V>
Quality quality(const Tree<V>& tree, const Mesh& mesh) {
  Quality out{{}, surface_of_nodes(tree.nodes, tree.order, mesh)};
  out.tests.resize(tree.nodes.size());
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {  // children come after their parents
    double tests = 0, below = 0;
    if (tree.nodes[n].is_leaf())
      for_each_primitive(tree.order, tree.nodes[n], [&](u32) { return tests += 1, true; });
    else
      for_each_child(tree.nodes, tree.nodes[n], [&](u32 child) { tests += 1, below += out.tests[child]; });
    out.tests[n] = tests * double(area(tree.volumes[n])) + below;
  }
  return out;
}

// The factor over the cost at build time that is too much.
inline constexpr double kDecayed = 1.5;

// Is the expected cost of the whole tree at least `limit` times that at build time?
bool needs_rebuild(const Quality& at_build, const Quality& now, double limit = kDecayed);

// The subtrees to rebuild so that no node costs more than `limit` times its original cost: bottom-up, a node that would
// cost more even with what is below it repaired. None of them is below another.
std::vector<u32> decayed_subtrees(std::span<const Ref> nodes, const Quality& at_build, const Quality& now,
                                  double limit = kDecayed);

}  // namespace apart::hierarchy
