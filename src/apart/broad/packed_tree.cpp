#include <algorithm>
#include <apart/base/lane_width.hpp>
#include <apart/broad/packed_tree.hpp>
#include <apart/broad/spread.hpp>
#include <cmath>
#include <limits>
#include <numeric>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/broad/packed_tree_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::broad {

u32 leaf_self_pairs_avx2(const TreeView& tree, u32 leaf, u32 end, BoxPair* out, u32 room, u32* written);

namespace {

constexpr float kFloatInfinity = std::numeric_limits<float>::infinity();

// What is cut: the sum of both ends, twice the centre.
struct CutItem {
  float at[3];
  u32 box;
};

// Cuts at medians along the longest side of the centres, at multiples of the largest power of eight below the count:
// those are what blocks of the upper levels hold.
void cut(std::span<CutItem> items, const Workers& workers) {
  if (items.size() <= 8) {
    std::sort(items.begin(), items.end(), [](const CutItem& x, const CutItem& y) { return x.box < y.box; });
    return;
  }
  float low[3] = {kFloatInfinity, kFloatInfinity, kFloatInfinity};
  float high[3] = {-kFloatInfinity, -kFloatInfinity, -kFloatInfinity};
  for (const CutItem& item : items)
    for (int k = 0; k < 3; ++k) low[k] = lesser(low[k], item.at[k]), high[k] = larger(high[k], item.at[k]);
  int axis = 0;
  for (int k = 1; k < 3; ++k)
    if (high[k] - low[k] > high[axis] - low[axis]) axis = k;
  std::size_t unit = 8;
  while (unit * 8 < items.size()) unit *= 8;
  const std::size_t children = (items.size() + unit - 1) / unit, left = children / 2 * unit;
  std::nth_element(items.begin(), items.begin() + std::ptrdiff_t(left), items.end(),
                   [axis](const CutItem& x, const CutItem& y) {
                     return x.at[axis] < y.at[axis] || (x.at[axis] == y.at[axis] && x.box < y.box);
                   });
  const auto first = [&] { cut(items.first(left), workers); };
  const auto second = [&] { cut(items.subspan(left), workers); };
  if (items.size() > 10000 && workers.threads() > 1)
    workers.both(first, second);
  else
    first(), second();
}

}  // namespace

float PackedTree::as_float(double x, int axis) const {
  constexpr double most = std::numeric_limits<float>::max();
  return static_cast<float>(larger(-most, lesser(x - centre_[axis], most)));
}

// Outward by more than the rounding to floats and back.
Bounds PackedTree::around(const BoxBlock& block, u32 lane) const {
  constexpr float most = std::numeric_limits<float>::max();
  Bounds out;
  for (int k = 0; k < 3; ++k) {
    const float low = block.low[k][lane], high = block.high[k][lane];
    const double room = 1e-15 * std::abs(centre_[k]) + 1e-40;
    out.low[k] = low <= -most ? -Bounds::kInfinity : centre_[k] + (double(low) - 1.3e-7 * std::abs(low) - room);
    out.high[k] = high >= most ? Bounds::kInfinity : centre_[k] + (double(high) + 1.3e-7 * std::abs(high) + room);
  }
  return out;
}

TreeView PackedTree::view() const {
  TreeView out{};
  for (std::size_t l = 0; l < levels_.size(); ++l) out.levels[l] = levels_[l].data();
  out.depth = static_cast<u32>(levels_.size());
  out.leaves = static_cast<u32>(levels_[0].size());
  out.items = items_.data();
  out.boxes = boxes_.data();
  return out;
}

PackedTree::PackedTree(std::span<const Bounds> boxes, std::vector<u32> members, const Workers& workers)
    : boxes_(boxes), size_(members.size()) {
  if (members.empty()) return;
  Bounds all;
  for (u32 i : members) all.add(Bounds{within_range(boxes[i].low), within_range(boxes[i].high)});
  centre_ = all.centre();
  UnsetVector<CutItem> items(members.size());
  for (std::size_t m = 0; m < members.size(); ++m) {
    const Bounds& box = boxes[members[m]];
    for (int k = 0; k < 3; ++k)  // half of both, so that the sum stays in range
      items[m].at[k] = 0.5f * as_float(box.low[k], k) + 0.5f * as_float(box.high[k], k);
    items[m].box = members[m];
  }
  cut(items, workers);
  const std::size_t leaves = (items.size() + 7) / 8;
  items_.resize(8 * leaves, 0);
  levels_.emplace_back(leaves);
  for (std::size_t i = 0; i < 8 * leaves; ++i) {
    BoxBlock& block = levels_[0][i / 8];
    if (i < items.size()) items_[i] = items[i].box;
    for (int k = 0; k < 3; ++k) {
      block.low[k][i % 8] = i < items.size() ? as_float(boxes[items_[i]].low[k], k) : kFloatInfinity;
      block.high[k][i % 8] = i < items.size() ? as_float(boxes[items_[i]].high[k], k) : -kFloatInfinity;
    }
  }
  while (levels_.back().size() > 1) {
    const std::size_t below = levels_.back().size(), blocks = (below + 7) / 8;
    levels_.emplace_back(blocks);
    const UnsetVector<BoxBlock>& children = levels_[levels_.size() - 2];
    for (std::size_t i = 0; i < 8 * blocks; ++i)
      for (int k = 0; k < 3; ++k) {
        float low = kFloatInfinity, high = -kFloatInfinity;
        if (i < below)
          for (int lane = 0; lane < 8; ++lane)
            low = lesser(low, children[i].low[k][lane]), high = larger(high, children[i].high[k][lane]);
        levels_.back()[i / 8].low[k][i % 8] = low;
        levels_.back()[i / 8].high[k][i % 8] = high;
      }
  }
}

Pairs PackedTree::self_pairs(const Workers& workers) const {
  if (size_ == 0) return {};
  constexpr PerLaneWidth<decltype(&leaf_self_pairs_avx2)> kernels{
      any_machine::leaf_self_pairs<1>, any_machine::leaf_self_pairs<4>, APART_AVX2(leaf_self_pairs_avx2)};
  const auto kernel = kernels.of_machine();
  const TreeView tree = view();
  return joined_pairs(
      tree.leaves, larger(u32(16), tree.leaves / 256), workers, [&](std::size_t first, std::size_t last, Pairs& out) {
        UnsetVector<BoxPair> buffer(4096);
        for (u32 at = static_cast<u32>(first); at < last;) {
          u32 written = 0;
          const u32 begin = at;
          at = kernel(tree, at, static_cast<u32>(last), buffer.data(), static_cast<u32>(buffer.size()), &written);
          out.insert(out.end(), buffer.begin(), buffer.begin() + written);
          if (at == begin) buffer.resize(4 * buffer.size());
        }
      });
}

Pairs tree_pairs(std::span<const Bounds> boxes, const Workers& workers) {
  std::vector<u32> all(boxes.size());
  std::iota(all.begin(), all.end(), 0u);
  return PackedTree(boxes, std::move(all), workers).self_pairs(workers);
}

}  // namespace apart::broad
