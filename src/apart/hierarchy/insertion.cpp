#include <apart/base/random.hpp>
#include <apart/hierarchy/boxes.hpp>
#include <apart/hierarchy/dynamic_tree.hpp>
#include <apart/hierarchy/insertion.hpp>
#include <apart/hierarchy/merge_tree.hpp>

namespace apart {

Topology build(std::span<const Bounds> boxes, const Insertion& how) {
  const u32 n = static_cast<u32>(boxes.size());
  DynamicTree grown;
  grown.reserve(n);
  // Shuffled: where neighbours come one after the other the first nodes hold a corner of the mesh, and must stretch.
  std::vector<u32> order(n);
  Random random(1);
  for (u32 i = 0; i < n; ++i) {
    const u32 j = random.below(i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  const std::vector<Bounds> unit = unit_boxes(boxes);
  for (u32 i : order) grown.insert(unit[i], i);
  MergeTree tree{n, {}};
  tree.merges.reserve(n);
  std::vector<u32> open;
  grown.bottom_up([&](u32 primitive) { open.push_back(primitive); },
                  [&] {
                    const u32 second = open.back();
                    open.pop_back();
                    tree.merges.push_back({open.back(), second});
                    open.back() = n + static_cast<u32>(tree.merges.size()) - 1;
                  });
  return topology(tree, how.leaf_size);
}

Topology build(const Mesh& mesh, const Insertion& how) { return build(boxes_of(mesh), how); }

}  // namespace apart
