#include <algorithm>
#include <apart/hierarchy/patches.hpp>
#include <bit>

namespace apart {

namespace {

// Triangles in a patch. With fewer, vertices at their borders are seen too often from above; with more, those at the
// borders of leaves are seen too often from within.
constexpr u32 kPatchSize = 256;

}  // namespace

u32 Patch::place_of(u32 vertex) {
  const u32 mask = static_cast<u32>(table_.size()) - 1;
  for (u32 at = (vertex * 2654435769u) >> 7;; ++at) {
    u32& entry = table_[at & mask];
    if (entry == 0) {
      vertices.push_back(vertex);
      entry = static_cast<u32>(vertices.size());
      return entry - 1;
    }
    if (vertices[entry - 1] == vertex) return entry - 1;
  }
}

void Patch::make(std::span<const Ref> tree, std::span<const Item> order, const Mesh& mesh, u32 root) {
  vertices.clear(), corners.clear(), leaf_vertices.clear(), nodes.clear();
  // The nodes, depth first. Children are pushed last first.
  std::vector<u32> open{root};
  u32 triangles = 0;
  while (!open.empty()) {
    const u32 n = open.back();
    open.pop_back();
    const Ref ref = tree[n];
    u32 children = 0;
    if (ref.is_leaf()) {
      for_each_primitive(order, ref, [&](u32) { return ++triangles, true; });
    } else {
      for_each_child(tree, ref, [&](u32) { ++children; });
      for (u32 k = children; k-- > 0;) open.push_back(ref.first() + k);
    }
    nodes.push_back({n, 0, 0, children});
  }
  table_.assign(std::bit_ceil(std::size_t(6) * triangles), 0);
  for (const Node& node : nodes)
    if (node.children == 0)
      for_each_primitive(order, tree[node.node], [&](u32 i) {
        for (u32 v : mesh.faces()[i]) corners.push_back(place_of(v));
        return true;
      });
  // Each leaf's own vertices, and each node's share of them.
  seen_by_.assign(vertices.size(), PatchCut::kNone);
  u32 corner = 0;
  for (u32 k = 0; k < nodes.size(); ++k) {
    Node& node = nodes[k];
    node.begin = static_cast<u32>(leaf_vertices.size());
    if (node.children > 0) continue;
    for_each_primitive(order, tree[node.node], [&](u32) {
      for (u32 end = corner + 3; corner < end; ++corner)
        if (seen_by_[corners[corner]] != k) {
          seen_by_[corners[corner]] = k;
          leaf_vertices.push_back(corners[corner]);
        }
      return true;
    });
    while (leaf_vertices.size() < node.begin + kLeastPoints) leaf_vertices.push_back(leaf_vertices.back());
    node.end = static_cast<u32>(leaf_vertices.size());
  }
  std::vector<u32> ends;  // of the subtrees that follow, the nearest last
  for (u32 k = static_cast<u32>(nodes.size()); k-- > 0;) {
    Node& node = nodes[k];
    if (node.children > 0) {
      node.end = ends[ends.size() - node.children];
      ends.resize(ends.size() - node.children);
    }
    ends.push_back(node.end);
  }
}

PatchCut::PatchCut(std::span<const Ref> nodes, std::span<const Item> order) {
  if (nodes.empty()) return;
  const std::vector<ItemRange> ranges = item_ranges(nodes, order);
  std::vector<Root> open{{0, kNone}};
  while (!open.empty()) {
    const Root next = open.back();
    open.pop_back();
    const Ref ref = nodes[next.node];
    if (ref.is_leaf() || ranges[next.node].size() <= kPatchSize) {
      roots.push_back(next);
      continue;
    }
    const u32 here = static_cast<u32>(above.size());
    above.push_back({next.node, next.parent});
    const std::size_t first = open.size();
    for_each_child(nodes, ref, [&](u32 child) { open.push_back({child, here}); });
    std::reverse(open.begin() + static_cast<std::ptrdiff_t>(first), open.end());
  }
}

}  // namespace apart
