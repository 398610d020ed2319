#include <apart/hierarchy/analysis/quality.hpp>

namespace apart::hierarchy {

std::vector<double> surface_of_nodes(std::span<const Ref> nodes, std::span<const Item> order, const Mesh& mesh) {
  std::vector<double> out(nodes.size(), 0);
  for (std::size_t n = nodes.size(); n-- > 0;) {
    if (nodes[n].is_leaf())
      for_each_primitive(order, nodes[n], [&](u32 i) {
        out[n] += 0.5 * length(area_vector(mesh.triangle(i)));
        return true;
      });
    else
      for_each_child(nodes, nodes[n], [&](u32 child) { out[n] += out[child]; });
  }
  return out;
}

bool needs_rebuild(const Quality& at_build, const Quality& now, double limit) {
  return !now.tests.empty() && now.cost(0) > limit * at_build.cost(0);
}

std::vector<u32> decayed_subtrees(std::span<const Ref> nodes, const Quality& at_build, const Quality& now,
                                  double limit) {
  APART_ASSERT(at_build.tests.size() == nodes.size() && now.tests.size() == nodes.size(),
               "the qualities of another tree");
  std::vector<bool> marked(nodes.size());
  std::vector<double> repaired(nodes.size());  // tests, if the marked subtrees were as good as when built
  for (std::size_t n = nodes.size(); n-- > 0;) {
    repaired[n] = now.tests[n];
    if (nodes[n].is_leaf()) continue;  // nothing to rebuild
    for_each_child(nodes, nodes[n], [&](u32 child) { repaired[n] += repaired[child] - now.tests[child]; });
    const double was = at_build.cost(static_cast<u32>(n)) * now.surface[n];
    if (at_build.surface[n] > 0 && repaired[n] > limit * was) marked[n] = true, repaired[n] = was;
  }
  std::vector<u32> out, open;
  if (!nodes.empty()) open.push_back(0);
  while (!open.empty()) {
    const u32 n = open.back();
    open.pop_back();
    if (marked[n])
      out.push_back(n);
    else if (!nodes[n].is_leaf())
      for_each_child(nodes, nodes[n], [&](u32 child) { open.push_back(child); });
  }
  return out;
}

}  // namespace apart::hierarchy
