#include <apart/base/random.hpp>
#include <apart/hierarchy/builders/clusters.hpp>
#include <apart/hierarchy/builders/insertion.hpp>
#include <apart/hierarchy/builders/merge_tree.hpp>
#include <apart/hierarchy/dynamic_tree.hpp>
#include <apart/hierarchy/split/boxes.hpp>
#include <array>

namespace apart::hierarchy {
namespace {

// Shuffled: in mesh order the first nodes would cover one corner of the mesh, and have to stretch.
std::vector<u32> shuffled(u32 n) {
  std::vector<u32> order(n);
  Random random(1);
  for (u32 i = 0; i < n; ++i) {
    const u32 j = random.below(i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  return order;
}

// The nodes of a tree that grows from the root down. Leaves are the primitives, inner nodes follow them.
struct GrowingNode {
  Bounds box;
  std::array<u32, 2> child{};
};

}  // namespace

Topology build(const Mesh& mesh, const DescendingInsertion& how) {
  const std::vector<Bounds> unit = unit_boxes(boxes_of(mesh));
  const u32 n = static_cast<u32>(unit.size());
  if (n == 0) return {};
  const std::vector<u32> order = shuffled(n);
  std::vector<GrowingNode> nodes;
  nodes.reserve(2 * std::size_t(n));
  for (const Bounds& box : unit) nodes.push_back({box, {}});
  const auto joined = [](Bounds a, const Bounds& b) {
    a.add(b);
    return a;
  };
  u32 root = order[0];
  for (u32 k = 1; k < n; ++k) {
    const u32 leaf = order[k];
    u32* link = &root;
    while (*link >= n) {
      GrowingNode& node = nodes[*link];
      node.box.add(nodes[leaf].box);
      const auto growth = [&](u32 child) {
        const Bounds &before = nodes[child].box, after = joined(before, nodes[leaf].box);
        return std::pair(MergedVolume::of(after) - MergedVolume::of(before),
                         MergedArea::of(after) - MergedArea::of(before));
      };
      link = &node.child[growth(node.child[1]) < growth(node.child[0])];
    }
    const u32 inner = static_cast<u32>(nodes.size());  // there is room: links stay where they are
    nodes.push_back({joined(nodes[*link].box, nodes[leaf].box), {*link, leaf}});
    *link = inner;
  }
  // Children before their parents, as merges are.
  MergeTree tree{n, {}};
  std::vector<u32> named(nodes.size());
  for (u32 i = 0; i < n; ++i) named[i] = i;
  std::vector<std::pair<u32, bool>> open{{root, false}};
  while (!open.empty()) {
    const auto [at, done] = open.back();
    open.pop_back();
    if (at < n) continue;
    if (done) {
      named[at] = n + static_cast<u32>(tree.merges.size());
      tree.merges.push_back({named[nodes[at].child[0]], named[nodes[at].child[1]]});
    } else {
      open.insert(open.end(), {{at, true}, {nodes[at].child[1], false}, {nodes[at].child[0], false}});
    }
  }
  return topology(tree, how.leaf_size);
}

Result<Topology> build(std::span<const Bounds> boxes, const Insertion& how, const BuildWatch& watch) {
  const u32 n = static_cast<u32>(boxes.size());
  Progress progress(watch, std::size_t(n) + 1);
  DynamicTree grown;
  grown.reserve(n);
  const std::vector<Bounds> unit = unit_boxes(boxes);
  for (u32 i : shuffled(n)) {
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
