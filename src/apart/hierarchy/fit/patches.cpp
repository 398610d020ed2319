// Collects the vertices of each leaf and node of a patch without duplicates.
#include <algorithm>
#include <apart/hierarchy/fit/patches.hpp>
#include <bit>

namespace apart::hierarchy {

void Points::place(std::span<const Vec3d> vertices, std::span<const u32> which, Vec3d centre) {
  for (UnsetVector<double>* along : {&x, &y, &z}) along->resize(which.size());
  for (std::size_t i = 0; i < which.size(); ++i) {
    const Vec3d p = vertices[which[i]] - centre;
    x[i] = p.x, y[i] = p.y, z[i] = p.z;
  }
}

void Patch::reach(const Points& points, std::vector<double>& out, Scratch& scratch) const {
  using Four = Pack<double, 4>;
  out.assign(nodes.size(), 0);
  std::vector<u32>& open = scratch.open;  // subtrees without a parent yet, the nearest last
  open.clear();
  for (u32 k = static_cast<u32>(nodes.size()); k-- > 0;) {
    const Node& node = nodes[k];
    if (node.children == 0) {
      const auto at = [&](u32 i) {
        const Four x = abs(Four::load(&points.x[i])), y = abs(Four::load(&points.y[i])),
                   z = abs(Four::load(&points.z[i]));
        return larger(larger(x, y), z);
      };
      Four most = at(node.end - kLeastPoints);  // the last few as a full pack; some may be processed twice
      for (u32 i = node.begin; i + kLeastPoints < node.end; i += kLeastPoints) most = larger(most, at(i));
      out[k] = larger(larger(most[0], most[1]), larger(most[2], most[3]));
    }
    for (u32 child = 0; child < node.children; ++child, open.pop_back()) out[k] = larger(out[k], out[open.back()]);
    open.push_back(k);
  }
}

namespace {

constexpr std::size_t kFewTriangles = 4;

// The vertices of a few triangles, each once; returns where the next one goes. A corner is compared with all before it,
// four corners at once and without branches.
u32* put_few(std::span<const Item> items, const Mesh& mesh, u32* to) {
  typedef u32 Four __attribute__((vector_size(16)));
  typedef u32 FourAnywhere __attribute__((vector_size(16), aligned(4), may_alias));
  constexpr u32 kMost = 3 * kFewTriangles;
  u32 none_and_corners[2 * kMost], *const corners = none_and_corners + kMost;
  std::fill_n(none_and_corners, 2 * kMost, ~u32(0));  // no vertex
  const u32 count = 3 * static_cast<u32>(items.size());
  for (u32 i = 0; i < count; i += 3) {
    const Face& face = mesh.faces()[items[i / 3].primitive()];
    for (u32 k = 0; k < 3; ++k) corners[i + k] = face[k];
  }
  Four known[kMost / 4] = {};  // all ones where a corner before it is the same
  for (u32 back = 1; back < kMost; ++back)
    for (std::size_t k = 0; k < kMost / 4; ++k)
      known[k] |= (Four)(*reinterpret_cast<const FourAnywhere*>(corners + 4 * k) ==
                         *reinterpret_cast<const FourAnywhere*>(corners + 4 * k - back));
  for (u32 i = 0; i < count; ++i) *to = corners[i], to += known[i / 4][i % 4] + 1;
  return to;
}

// Of any number. Without branches on whether a vertex is new, which would be mispredicted every other time: it is
// written in any case, and overwritten by the next if it was known.
u32* put_many(std::span<const Item> items, const Mesh& mesh, Patch::Scratch& scratch, u32* to) {
  std::vector<u64>& seen = scratch.seen;
  if (seen.size() < 8 * items.size()) seen.assign(std::bit_ceil(std::max<std::size_t>(8 * items.size(), 64)), 0);
  const std::size_t mask = seen.size() - 1;
  const u64 leaf = ++scratch.leaves << 32;
  for (const Item item : items)
    for (u32 v : mesh.faces()[item.primitive()]) {
      std::size_t at = (v * 2654435769u) >> 7 & mask;
      // 0 where the vertex is, and above 32 bits where nothing of this leaf is.
      const auto unlike = [&] { return seen[at] ^ (leaf | v); };
      u64 other = unlike();
      while (other - 1 < ~u32(0)) at = (at + 1) & mask, other = unlike();
      seen[at] = leaf | v;
      *to = v;
      to += other != 0;
    }
  return to;
}

}  // namespace

void Patch::add_leaf(std::span<const Item> items, const Mesh& mesh, Scratch& scratch) {
  const std::size_t begin = leaf_vertices.size();
  leaf_vertices.resize(begin + 3 * items.size() + kLeastPoints);
  u32* const first = leaf_vertices.data() + begin;
  u32* to = items.size() <= kFewTriangles ? put_few(items, mesh, first) : put_many(items, mesh, scratch, first);
  for (; to < first + kLeastPoints; ++to) *to = to[-1];
  leaf_vertices.resize(static_cast<std::size_t>(to - leaf_vertices.data()));
}

void Patch::make(std::span<const Ref> tree, std::span<const Item> order, const Mesh& mesh, u32 root, Scratch& scratch) {
  leaf_vertices.clear(), nodes.clear();
  // Depth first. Children are pushed in reverse.
  std::vector<u32>&open = scratch.open, &ends = scratch.ends;
  open.assign(1, root);
  while (!open.empty()) {
    const u32 n = open.back();
    open.pop_back();
    const Ref ref = tree[n];
    Node node{n, static_cast<u32>(leaf_vertices.size()), 0, 0, 0};
    if (ref.is_leaf()) {
      for_each_primitive(order, ref, [&](u32) { return ++node.triangles, true; });
      add_leaf(order.subspan(ref.first(), node.triangles), mesh, scratch);
      node.end = static_cast<u32>(leaf_vertices.size());
    } else {
      for_each_child(tree, ref, [&](u32) { ++node.children; });
      for (u32 k = node.children; k-- > 0;) open.push_back(ref.first() + k);
    }
    nodes.push_back(node);
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
