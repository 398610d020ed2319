#include <apart/hierarchy/fit/patch_cut.hpp>
#include <iterator>

namespace apart::hierarchy {

PatchCut::PatchCut(std::span<const Ref> nodes, std::span<const Item> order, u32 size) {
  if (nodes.empty()) return;
  struct Open {
    u32 node, parent, begin, end;
  };
  const auto first_place = [&](u32 n) {
    while (!nodes[n].is_leaf()) n = nodes[n].first();
    return nodes[n].first();
  };
  std::vector<Open> open{{0, kNone, 0, static_cast<u32>(order.size())}}, children;
  while (!open.empty()) {
    const Open next = open.back();
    open.pop_back();
    const Ref ref = nodes[next.node];
    if (ref.is_leaf() || next.end - next.begin <= size) {
      roots.push_back({next.node, next.parent});
      continue;
    }
    const u32 here = static_cast<u32>(above.size());
    above.push_back({next.node, next.parent});
    children.clear();
    for_each_child(nodes, ref, [&](u32 child) { children.push_back({child, here, first_place(child), next.end}); });
    for (std::size_t k = 1; k < children.size(); ++k) children[k - 1].end = children[k].begin;
    open.insert(open.end(), children.rbegin(), children.rend());
  }
}

}  // namespace apart::hierarchy
