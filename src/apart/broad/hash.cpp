// Spatial hashing: uniform cells in a hash table, so that the scene needs no limits and empty space no memory. Cells
// are twice the mean box; a box that would be in too many of them is compared with all.
#include <apart/broad/cell_table.hpp>
#include <apart/broad/methods.hpp>

namespace apart::broad {
namespace {

constexpr double kMostCells = 512;  // of one box

double cells_between(const Cell& low, const Cell& high) {
  double out = 1;
  for (std::size_t k = 0; k < 3; ++k) out *= double(high[k] - low[k] + 1);
  return out;
}

}  // namespace

Pairs hash_pairs(std::span<const Bounds> boxes, const Workers& workers) {
  const Spread spread = spread_of(boxes);
  const Cells cells(spread.all, 2 * spread.mean_size, 1e6);
  std::vector<Cell> low, high;
  std::vector<u32> many;
  std::vector<char> is_many(boxes.size(), 0);
  std::size_t entries = 0;
  for (u32 i = 0; i < boxes.size(); ++i) {
    low.push_back(cells.of(boxes[i].low)), high.push_back(cells.of(boxes[i].high));
    const double count = cells_between(low[i], high[i]);
    if (count > kMostCells)
      many.push_back(i), is_many[i] = 1;
    else
      entries += static_cast<std::size_t>(count);
  }
  CellTable table(entries);
  for (u32 i = 0; i < boxes.size(); ++i)
    if (!is_many[i]) for_cells(low[i], high[i], [&](const Cell& c) { table.add(c, 0, i); });
  Pairs out = joined_pairs(boxes.size(), 1024, workers, [&](std::size_t begin, std::size_t end, Pairs& found) {
    for (u32 i = static_cast<u32>(begin); i < end; ++i) {
      if (is_many[i]) continue;
      for_cells(low[i], high[i], [&](const Cell& c) {
        table.each(c, 0, [&](u32 j) {
          if (j > i && overlap(boxes[i], boxes[j]) && larger_of(low[i], low[j]) == c) found.push_back({i, j});
        });
      });
    }
  });
  for (u32 i : many)
    for (u32 j = 0; j < boxes.size(); ++j)
      if (i != j && !(is_many[j] && j < i) && overlap(boxes[i], boxes[j])) out.push_back(ordered(i, j));
  return out;
}

}  // namespace apart::broad
