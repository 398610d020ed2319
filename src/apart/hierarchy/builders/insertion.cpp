#include <apart/base/random.hpp>
#include <apart/hierarchy/builders/insertion.hpp>
#include <apart/hierarchy/builders/merge_tree.hpp>
#include <apart/hierarchy/dynamic_tree.hpp>
#include <apart/hierarchy/split/boxes.hpp>

namespace apart::hierarchy {

Result<Topology> build(std::span<const Bounds> boxes, const Insertion& how, const BuildWatch& watch) {
  const u32 n = static_cast<u32>(boxes.size());
  Progress progress(watch, std::size_t(n) + 1);
  DynamicTree grown;
  grown.reserve(n);
  // Shuffled: in mesh order the first nodes would cover one corner of the mesh, and have to stretch.
  std::vector<u32> order(n);
  Random random(1);
  for (u32 i = 0; i < n; ++i) {
    const u32 j = random.below(i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  const std::vector<Bounds> unit = unit_boxes(boxes);
  for (u32 i : order) {
    if (progress.stopped()) return stopped_by_watch();
    grown.insert(unit[i], i);
    progress.add(1);
  }
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
  return finished(tree, how.leaf_size, progress);
}

Result<Topology> build(const Mesh& mesh, const Insertion& how, const BuildWatch& watch) {
  return build(boxes_of(mesh), how, watch);
}
Topology build(std::span<const Bounds> boxes, const Insertion& how) { return *build(boxes, how, {}); }
Topology build(const Mesh& mesh, const Insertion& how) { return *build(mesh, how, {}); }

}  // namespace apart::hierarchy
