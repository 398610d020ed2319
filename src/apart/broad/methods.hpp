// The broad phases, a file each: from boxes to pairs, in any order and each once. Boxes are not empty and without NaN:
// `Boxes` removes what is. All find exactly the pairs whose boxes overlap or touch.
#pragma once
#include <apart/base/workers.hpp>
#include <apart/broad/broad_phase.hpp>
#include <apart/hierarchy/large_pages.hpp>

namespace apart::broad {

using Pairs = LargeVector<BoxPair>;        // in any order
using SortedPairs = std::vector<BoxPair>;  // for callers

inline bool overlap(const Bounds& a, const Bounds& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}
inline bool is_empty(const Bounds& box) {
  return !(box.low.x <= box.high.x && box.low.y <= box.high.y && box.low.z <= box.high.z);
}
inline BoxPair ordered(u32 a, u32 b) { return a < b ? BoxPair{a, b} : BoxPair{b, a}; }

Pairs brute_force_pairs(std::span<const Bounds> boxes, const Workers& workers);
Pairs sweep_pairs(std::span<const Bounds> boxes, const Workers& workers);
Pairs grid_pairs(std::span<const Bounds> boxes, const Workers& workers);
Pairs hash_pairs(std::span<const Bounds> boxes, const Workers& workers);
Pairs hierarchical_grid_pairs(std::span<const Bounds> boxes, const Workers& workers);
Pairs loose_octree_pairs(std::span<const Bounds> boxes, const Workers& workers);
Pairs tree_pairs(std::span<const Bounds> boxes, const Workers& workers);
Pairs interval_tree_pairs(std::span<const Bounds> boxes, const Workers& workers);

// `boxes` is more than any index.
SortedPairs sorted_pairs(Pairs pairs, std::size_t boxes, const Workers& workers = Workers::alone());

// f(begin, end, pairs) for chunks of 0 … count; their pairs are joined in the order of the chunks.
template <class F>
Pairs joined_pairs(std::size_t count, std::size_t grain, const Workers& workers, F f) {
  Pairs out;
  if (workers.threads() <= 1) {
    if (count > 0) f(std::size_t(0), count, out);
    return out;
  }
  std::vector<Pairs> parts(count / grain + 1);
  workers.for_ranges(count, grain, [&](std::size_t begin, std::size_t end) { f(begin, end, parts[begin / grain]); });
  std::size_t total = 0;
  for (const Pairs& part : parts) total += part.size();
  out.reserve(total);
  for (const Pairs& part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

}  // namespace apart::broad
