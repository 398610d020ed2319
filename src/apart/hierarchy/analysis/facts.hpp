// Statistics of a tree: per level, the expected cost of a query (SAH), and memory.
#pragma once
#include <apart/hierarchy/analysis/thickness.hpp>
#include <apart/hierarchy/tree.hpp>

namespace apart::hierarchy {

struct LevelFacts {
  u32 nodes = 0, leaves = 0;
  u32 primitives = 0, most = 0;  // in all leaves of this level, and in the fullest
  double mean_thickness = 0, max_thickness = 0;
  double mean_diameter = 0, max_diameter = 0;

  double fill() const { return leaves == 0 ? 0 : double(primitives) / leaves; }
};

// The expected number of tests for a random line that hits the root, with hit probabilities proportional to surface
// area (SAH; Goldsmith and Salmon 1987). If the root has no area, every volume counts as hit.
struct SahCost {
  double volumes = 0, primitives = 0;

  double total() const { return volumes + primitives; }
};

struct TreeFacts {
  std::vector<LevelFacts> levels;  // from the root down
  SahCost cost;
  std::size_t bytes = 0;  // of the tree, without the mesh; 0 if unknown

  u32 depth() const { return static_cast<u32>(levels.size()); }
  LevelFacts all() const;  // summed over all levels
};

// The size of a tree's arrays, without memory that volumes own.
template <Volume V>
std::size_t memory_bytes(const TreeView<V>& tree) {
  return tree.nodes.size_bytes() + tree.order.size_bytes() + tree.volumes.size_bytes();
}
template <Volume V>
std::size_t memory_bytes(const Tree<V>& tree) {
  return memory_bytes(TreeView<V>::of(tree));
}

template <WalkableTree T>
TreeFacts facts(const T& tree) {
  TreeFacts out;
  if constexpr (requires { memory_bytes(tree); }) out.bytes = memory_bytes(tree);
  if (tree.empty()) return out;
  const double root_area = double(area(tree.volume(tree.root())));
  std::vector<typename T::Node> level{tree.root()}, next;
  out.cost.volumes = 1;
  for (; !level.empty(); level.swap(next)) {
    next.clear();
    LevelFacts here;
    for (const typename T::Node node : level) {
      const typename T::VolumeType volume = tree.volume(node);
      const Ref ref = tree.ref(node);
      const double thick = thickness(volume), wide = double(diameter(volume));
      const double hit = root_area > 0 ? double(area(volume)) / root_area : 1;
      ++here.nodes;
      here.mean_thickness += thick, here.max_thickness = larger(here.max_thickness, thick);
      here.mean_diameter += wide, here.max_diameter = larger(here.max_diameter, wide);
      u32 count = 0;
      if (ref.is_leaf()) {
        for_each_primitive(tree.items(), ref, [&](u32) { return ++count, true; });
        ++here.leaves;
        here.primitives += count, here.most = larger(here.most, count);
        out.cost.primitives += hit * count;
      } else {
        for_each_child(tree, node, ref, [&](typename T::Node child) { next.push_back(child), ++count; });
        out.cost.volumes += hit * count;
      }
    }
    here.mean_thickness /= here.nodes, here.mean_diameter /= here.nodes;
    out.levels.push_back(here);
  }
  return out;
}

}  // namespace apart::hierarchy
