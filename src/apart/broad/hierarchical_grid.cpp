// Hierarchical grids: cells of each level are twice as large as those of the one below. A box is in the one cell of its
// lower corner, on the level whose cells are at least as large as it is, and looks for others on all levels in use,
// in the cells that they can reach it from.
#include <algorithm>
#include <apart/broad/cell_table.hpp>
#include <apart/broad/methods.hpp>

namespace apart::broad {

Pairs hierarchical_grid_pairs(std::span<const Bounds> boxes, const Workers& workers) {
  const Spread spread = spread_of(boxes);
  // A box is smaller than a cell of its level by more than what rounding can move it by.
  const double whole = largest(spread.all.size()) * (1 + 1e-8);
  constexpr u32 kLevels = 20;  // level 0 has cells of the whole; what is smaller than 2^-19 of it shares the last one
  std::vector<Cells> grids;
  for (u32 level = 0; level < kLevels; ++level) {
    const double cell = std::ldexp(whole, -static_cast<int>(level));
    grids.emplace_back(spread.all, Vec3d{cell, cell, cell}, 1e7);
  }
  std::vector<u32> level(boxes.size());
  std::vector<char> used(kLevels, 0);
  CellTable table(boxes.size());
  for (u32 i = 0; i < boxes.size(); ++i) {
    const double size = largest(Bounds{within_range(boxes[i].low), within_range(boxes[i].high)}.size());
    while (level[i] + 1 < kLevels && size <= (1 - 1e-9) * std::ldexp(whole, -static_cast<int>(level[i]) - 1))
      ++level[i];
    used[level[i]] = 1;
    table.add(grids[level[i]].of(boxes[i].low), level[i], i);
  }
  return joined_pairs(boxes.size(), 1024, workers, [&](std::size_t begin, std::size_t end, Pairs& out) {
    for (u32 i = static_cast<u32>(begin); i < end; ++i)
      for (u32 l = 0; l <= level[i]; ++l) {  // of two on different levels, the smaller one looks
        if (!used[l]) continue;
        // A box of this level reaches from its own cell into the next one, no farther.
        Cell low = grids[l].of(boxes[i].low), high = grids[l].of(boxes[i].high);
        for (std::int64_t& c : low) c = std::max<std::int64_t>(0, c - 1);
        for_cells(low, high, [&](const Cell& c) {
          table.each(c, l, [&](u32 j) {
            if ((l < level[i] || j > i) && overlap(boxes[i], boxes[j])) out.push_back(ordered(i, j));
          });
        });
      }
  });
}

}  // namespace apart::broad
