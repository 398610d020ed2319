// Splices rebuilt subtrees into a topology.
#include <apart/hierarchy/fit/rebuild.hpp>

namespace apart::hierarchy {

std::vector<RebuiltPart> cut_parts(std::span<const Ref> nodes, std::span<const Item> order, const Mesh& mesh,
                                   std::span<const u32> subtrees) {
  if (subtrees.empty()) return {};
  const std::vector<ItemRange> ranges = item_ranges(nodes, order);
  std::vector<u32> place(mesh.vertices().size(), ~u32(0));  // of a vertex in the part's mesh
  std::vector<RebuiltPart> out;
  for (u32 root : subtrees) {
    const ItemRange items = ranges[root];
    std::vector<u32> used;
    std::vector<Vec3d> vertices;
    std::vector<Face> faces;
    for (u32 i = items.begin; i < items.end; ++i) {
      Face face = mesh.faces()[order[i].primitive()];
      for (u32& v : face) {
        if (place[v] == ~u32(0)) {
          place[v] = static_cast<u32>(vertices.size());
          used.push_back(v);
          vertices.push_back(mesh.vertices()[v]);
        }
        v = place[v];
      }
      faces.push_back(face);
    }
    for (u32 v : used) place[v] = ~u32(0);
    out.push_back({root, items, Mesh::make(std::move(vertices), std::move(faces)).value(), {}});
  }
  return out;
}

Spliced spliced(std::span<const Ref> nodes, std::span<const Item> order, std::span<const RebuiltPart> parts) {
  Spliced out;
  out.topology.order.assign(order.begin(), order.end());
  if (nodes.empty()) return out;
  std::vector<u32> part_at(nodes.size(), Spliced::kKept);
  for (u32 p = 0; p < parts.size(); ++p) {
    const RebuiltPart& part = parts[p];
    part_at[part.root] = p;
    for (u32 i = 0; i < part.items.size(); ++i) {
      const Item item = part.topology.order[i];
      out.topology.order[part.items.begin + i] =
          Item(order[part.items.begin + item.primitive()].primitive(), item.last());
    }
  }
  // Siblings get adjacent places when their parents are visited.
  std::vector<Ref>& made = out.topology.nodes;
  std::vector<u32> open;
  const auto add = [&](Spliced::Origin from, bool last) {
    if (from.part == Spliced::kKept && part_at[from.node] != Spliced::kKept) from = {part_at[from.node], 0};
    made.push_back(Ref::inner(0, last));
    out.origins.push_back(from);
  };
  add({Spliced::kKept, 0}, true);
  open.push_back(0);
  while (!open.empty()) {
    const u32 n = open.back();
    open.pop_back();
    const Spliced::Origin from = out.origins[n];
    const bool kept = from.part == Spliced::kKept, last = made[n].is_last();
    const std::span<const Ref> source = kept ? nodes : std::span<const Ref>(parts[from.part].topology.nodes);
    const Ref ref = source[from.node];
    if (ref.is_leaf()) {
      made[n] = Ref::leaf((kept ? 0 : parts[from.part].items.begin) + ref.first(), last);
      continue;
    }
    const u32 first = static_cast<u32>(made.size());
    for_each_child(source, ref, [&](u32 child) { add({from.part, child}, source[child].is_last()); });
    made[n] = Ref::inner(first, last);
    for (u32 child = static_cast<u32>(made.size()); child-- > first;) open.push_back(child);
  }
  return out;
}

}  // namespace apart::hierarchy
