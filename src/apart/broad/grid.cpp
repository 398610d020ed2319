// A uniform grid whose cells are as large as the largest box, so that a box is in at most eight. Those in one cell are
// compared; a pair counts in the first cell that both are in.
#include <apart/broad/cells.hpp>
#include <apart/broad/methods.hpp>

namespace apart::broad {
namespace {

struct Ranges {
  std::vector<Cell> low, high;
};

Ranges ranges_of(const Cells& cells, std::span<const Bounds> boxes) {
  Ranges out;
  for (const Bounds& box : boxes) out.low.push_back(cells.of(box.low)), out.high.push_back(cells.of(box.high));
  return out;
}

}  // namespace

Pairs grid_pairs(std::span<const Bounds> boxes, const Workers& workers) {
  const Spread spread = spread_of(boxes);
  // No more cells than a few for each box: an empty one costs memory too.
  const double most = std::ceil(std::cbrt(double(boxes.size()))) + 1;
  const Cells cells(spread.all, spread.largest_size, most);
  const Ranges ranges = ranges_of(cells, boxes);
  const auto index = [&](const Cell& c) {
    return static_cast<std::size_t>((c[0] * cells.count(1) + c[1]) * cells.count(2) + c[2]);
  };
  const std::size_t count = static_cast<std::size_t>(cells.count(0) * cells.count(1) * cells.count(2));
  std::vector<u32> begin(count + 2, 0);
  for (u32 i = 0; i < boxes.size(); ++i)
    for_cells(ranges.low[i], ranges.high[i], [&](const Cell& c) { ++begin[index(c) + 2]; });
  for (std::size_t c = 2; c < begin.size(); ++c) begin[c] += begin[c - 1];
  std::vector<u32> inside(begin.back());
  for (u32 i = 0; i < boxes.size(); ++i)
    for_cells(ranges.low[i], ranges.high[i], [&](const Cell& c) { inside[begin[index(c) + 1]++] = i; });
  return joined_pairs(count, 256, workers, [&](std::size_t first, std::size_t last, Pairs& out) {
    for (std::size_t c = first; c < last; ++c)
      for (u32 i = begin[c]; i < begin[c + 1]; ++i)
        for (u32 j = i + 1; j < begin[c + 1]; ++j) {
          const u32 a = inside[i], b = inside[j];
          if (overlap(boxes[a], boxes[b]) && index(larger_of(ranges.low[a], ranges.low[b])) == c) out.push_back({a, b});
        }
  });
}

}  // namespace apart::broad
