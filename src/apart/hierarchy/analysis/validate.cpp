#include <apart/hierarchy/analysis/validate.hpp>
#include <apart/hierarchy/builders/widen.hpp>

namespace apart::hierarchy {

std::string problem(std::span<const Ref> nodes, std::span<const Item> order, u32 primitives) {
  if (order.size() != primitives) return "not every primitive has a place";
  if (primitives == 0) return nodes.empty() ? "" : "nodes without primitives";
  if (nodes.empty()) return "no root";
  if (!nodes[0].is_last()) return "the root has siblings";
  std::vector<bool> seen(primitives, false);
  for (Item item : order) {
    if (item.primitive() >= primitives) return "a primitive that is not there";
    if (seen[item.primitive()]) return "primitive " + std::to_string(item.primitive()) + " has two places";
    seen[item.primitive()] = true;
  }
  // A depth-first traversal must visit the primitives in order and every node once.
  u32 next = 0;
  std::size_t visited = 0;
  std::vector<u32> open{0};
  while (!open.empty()) {
    const u32 n = open.back();
    open.pop_back();
    if (++visited > nodes.size()) return "a node has two parents";
    const Ref ref = nodes[n];
    if (ref.is_leaf()) {
      if (ref.first() != next) return "leaf " + std::to_string(n) + " is out of order";
      do {
        if (next >= order.size()) return "leaf " + std::to_string(n) + " has no end";
      } while (!order[next++].last());
    } else {
      if (ref.first() <= n) return "node " + std::to_string(n) + " has children out of range";
      u32 last = ref.first();
      while (last < nodes.size() && last - ref.first() < kWidest && !nodes[last].is_last()) ++last;
      if (last >= nodes.size()) return "node " + std::to_string(n) + " has children out of range";
      if (last - ref.first() == kWidest) return "node " + std::to_string(n) + " has too many children";
      if (last == ref.first()) return "node " + std::to_string(n) + " has a single child";
      for (u32 child = last; child >= ref.first(); --child) open.push_back(child);
    }
  }
  if (visited != nodes.size()) return "nodes that no parent names";
  if (next != order.size()) return "primitives that no leaf holds";
  return {};
}

}  // namespace apart::hierarchy
