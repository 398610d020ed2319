// Depth-first and breadth-first search, from face to face across edges.
#include <apart/decompose/search.hpp>
#include <queue>

namespace apart::decomposition {

void search(Patch& patch, u32 start, Order order) {
  patch.begin(start);
  if (order == Order::breadth_first) {
    for (std::size_t k = 0; k < patch.faces().size(); ++k) {
      const u32 face = patch.faces()[k];
      for (u32 edge = 0; edge < 3; ++edge) patch.grow(face, edge);
    }
    return;
  }
  struct Visit {
    u32 face, edge;
  };
  std::vector<Visit> path{{start, 0}};
  while (!path.empty()) {
    Visit& at = path.back();
    if (at.edge == 3) {
      path.pop_back();
      continue;
    }
    const std::size_t before = patch.faces().size();
    const u32 face = at.face, edge = at.edge++;
    if (!patch.grow(face, edge)) continue;
    for (std::size_t k = patch.faces().size(); k-- > before;) path.push_back({patch.faces()[k], 0});
  }
}

void search_all(const Surface& surface, std::span<const u32> starts, Order order, Pieces& pieces, Progress& progress) {
  Patch patch(surface, &pieces.owner());
  for (const u32 start : starts) {
    if (surface.degenerate[start] || pieces.owner()[start] != Surface::kNone) continue;
    search(patch, start, order);
    pieces.add(patch.faces(), patch.hull());
    progress.add(patch.faces().size());
    if (progress.stopped()) return;
  }
}

void flood_and_retract(const Surface& surface, Order order, Pieces& pieces, Progress& progress) {
  std::vector<std::vector<u32>> floods;
  std::vector<bool> covered(surface.size());
  {
    Patch patch(surface, nullptr);
    for (u32 start = 0; start < surface.size(); ++start) {
      if (surface.degenerate[start] || covered[start]) continue;
      search(patch, start, order);
      floods.emplace_back(patch.faces().begin(), patch.faces().end());
      std::size_t fresh = 0;
      for (const u32 f : patch.faces()) fresh += !covered[f], covered[f] = true;
      progress.add(fresh);
      if (progress.stopped()) return;
    }
  }
  // Counts only fall, so that one that is out of date goes back into the queue.
  using Entry = std::pair<std::size_t, std::size_t>;  // faces that are left, and the flood counted from the end
  std::priority_queue<Entry> queue;
  for (std::size_t k = 0; k < floods.size(); ++k) queue.push({floods[k].size(), floods.size() - k});
  GrowingHull scratch(surface);
  while (!queue.empty()) {
    const auto [count, index] = queue.top();
    queue.pop();
    std::vector<u32>& faces = floods[floods.size() - index];
    std::erase_if(faces, [&](u32 f) { return pieces.owner()[f] != Surface::kNone; });
    if (faces.empty()) continue;
    if (faces.size() < count)
      queue.push({faces.size(), index});
    else
      pieces.add_disconnected(faces, scratch);
  }
}

}  // namespace apart::decomposition
