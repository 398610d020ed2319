// Collects the vertices of each leaf and node of a patch without duplicates.
#include <algorithm>
#include <apart/hierarchy/fit/patches.hpp>
#include <bit>

namespace apart::hierarchy {

namespace {

// The index of a vertex among those seen, by a table of indices plus one.
u32 place_of(u32 vertex, std::vector<u32>& met, std::span<u32> table) {
  const u32 mask = static_cast<u32>(table.size()) - 1;
  for (u32 at = (vertex * 2654435769u) >> 7;; ++at) {
    u32& entry = table[at & mask];
    if (entry == 0) {
      met.push_back(vertex);
      entry = static_cast<u32>(met.size());
      return entry - 1;
    }
    if (met[entry - 1] == vertex) return entry - 1;
  }
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
  table.assign(std::bit_ceil(std::size_t(6) * triangles), 0);
  for (const Node& node : nodes)
    if (node.children == 0)
      for_each_primitive(order, tree[node.node], [&](u32 i) {
        for (u32 v : mesh.faces()[i]) corners.push_back(place_of(v, vertices, scratch.table));
        return true;
      });
  // Each leaf's own vertices, and each node's range of them.
  seen_by.assign(vertices.size(), PatchCut::kNone);
  u32 corner = 0;
  for (u32 k = 0; k < nodes.size(); ++k) {
    Node& node = nodes[k];
    node.begin = static_cast<u32>(leaf_vertices.size());
    if (node.children > 0) continue;
    for_each_primitive(order, tree[node.node], [&](u32) {
      for (u32 end = corner + 3; corner < end; ++corner)
        if (scratch.seen_by[corners[corner]] != k) {
          scratch.seen_by[corners[corner]] = k;
          leaf_vertices.push_back(corners[corner]);
        }
      return true;
    });
    while (leaf_vertices.size() < node.begin + kLeastPoints) leaf_vertices.push_back(leaf_vertices.back());
    node.end = static_cast<u32>(leaf_vertices.size());
  }
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
