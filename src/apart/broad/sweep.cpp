// Sorted along one axis: a box is compared with those that begin before it ends. The axis is that of the largest
// variance of the centres (the optimized sweep direction, of the three). Every box sweeps for itself, so in parallel.
#include <algorithm>
#include <apart/broad/methods.hpp>
#include <apart/broad/spread.hpp>
#include <numeric>

namespace apart::broad {

Pairs sweep_pairs(std::span<const Bounds> boxes, const Workers& workers) {
  const int axis = spread_of(boxes).axis;
  std::vector<u32> order(boxes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](u32 i, u32 j) {
    return boxes[i].low[axis] < boxes[j].low[axis] || (boxes[i].low[axis] == boxes[j].low[axis] && i < j);
  });
  std::vector<Bounds> sorted;
  sorted.reserve(boxes.size());
  for (u32 i : order) sorted.push_back(boxes[i]);
  return joined_pairs(boxes.size(), 1024, workers, [&](std::size_t begin, std::size_t end, Pairs& out) {
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t j = i + 1; j < sorted.size() && sorted[j].low[axis] <= sorted[i].high[axis]; ++j)
        if (overlap(sorted[i], sorted[j])) out.push_back(ordered(order[i], order[j]));
  });
}

}  // namespace apart::broad
