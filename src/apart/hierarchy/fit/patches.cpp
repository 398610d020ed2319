// Collects the vertices of each leaf and node of a patch without duplicates.
#include <algorithm>
#include <apart/hierarchy/fit/patches.hpp>
#include <bit>

namespace apart::hierarchy {

namespace {

u32 first_item(std::span<const Ref> tree, u32 n) {
  while (!tree[n].is_leaf()) n = tree[n].first();
  return tree[n].first();
}

}  // namespace

void Points::place(std::span<const Vec3d> vertices, std::span<const u32> which, Vec3d centre, std::size_t least) {
  resize(std::max(which.size(), least));
  for (std::size_t i = 0; i < which.size(); ++i) set(i, vertices[which[i]] - centre);
  for (std::size_t i = which.size(); i < least; ++i) set(i, (*this)[i - 1]);
}

void Points::pick(const Points& from, std::span<const u32> which) {
  resize(which.size());
  for (std::size_t i = 0; i < which.size(); ++i) set(i, from[which[i]]);
}

void Patch::reach(const Points& of_leaves, std::vector<double>& out, Scratch& scratch) const {
  out.assign(nodes.size(), 0);
  std::vector<u32>& open = scratch.open;  // subtrees without a parent yet, the nearest last
  open.clear();
  for (u32 k = static_cast<u32>(nodes.size()); k-- > 0;) {
    const Node& node = nodes[k];
    if (node.children == 0)
      for (u32 i = node.begin; i < node.end; ++i) out[k] = larger(out[k], largest(abs(of_leaves[i])));
    for (u32 child = 0; child < node.children; ++child, open.pop_back()) out[k] = larger(out[k], out[open.back()]);
    open.push_back(k);
  }
}

void Patch::make(std::span<const Ref> tree, std::span<const Item> order, const Mesh& mesh, u32 root, Scratch& scratch) {
  vertices.clear(), corners.clear(), leaf_vertices.clear(), nodes.clear();
  // The nodes, depth first. Children are pushed in reverse.
  auto& [table, seen_by, open, ends] = scratch;
  open.assign(1, root);
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
  // Without branches on whether a vertex is new, which would be mispredicted every other time: it is written in any
  // case, and overwritten by the next if it was known.
  const std::size_t mask = std::bit_ceil(std::size_t(4) * triangles) - 1;
  table.assign(mask + 1, {PatchCut::kNone, 0});
  vertices.resize(std::size_t(3) * triangles), corners.resize(std::size_t(3) * triangles);
  const std::span<const Item> items = order.subspan(first_item(tree, root), triangles);
  u32 met = 0, corner = 0;
  for (const Item item : items)
    for (u32 v : mesh.faces()[item.primitive()]) {
      std::size_t at = (v * 2654435769u) >> 7 & mask;
      while (table[at].vertex != v && table[at].vertex != PatchCut::kNone) at = (at + 1) & mask;
      const bool fresh = table[at].vertex != v;
      const u32 index = fresh ? met : table[at].index;
      table[at] = {v, index};
      vertices[index] = v;
      met += fresh;
      corners[corner++] = index;
    }
  vertices.resize(met);
  // Each leaf's own vertices, and each node's range of them.
  seen_by.assign(met, PatchCut::kNone);
  leaf_vertices.resize(corners.size() + kLeastPoints * nodes.size());
  u32 placed = 0, item = 0;
  for (u32 k = 0; k < nodes.size(); ++k) {
    Node& node = nodes[k];
    node.begin = placed;
    if (node.children > 0) continue;
    bool last = false;
    while (!last) {
      for (u32 i = 3 * item; i < 3 * item + 3; ++i) {
        const u32 v = corners[i];
        leaf_vertices[placed] = v;
        placed += seen_by[v] != k;
        seen_by[v] = k;
      }
      last = items[item++].last();
    }
    for (; placed < node.begin + kLeastPoints; ++placed) leaf_vertices[placed] = leaf_vertices[placed - 1];
    node.end = placed;
  }
  leaf_vertices.resize(placed);
  ends.clear();  // of the subtrees that follow, the nearest last
  for (u32 k = static_cast<u32>(nodes.size()); k-- > 0;) {
    Node& node = nodes[k];
    if (node.children > 0) {
      node.end = ends[ends.size() - node.children];
      ends.resize(ends.size() - node.children);
    }
    ends.push_back(node.end);
  }
}

}  // namespace apart::hierarchy
