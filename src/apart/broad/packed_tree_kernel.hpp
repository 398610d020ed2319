// The packed tree against itself, in lanes. Compiled for each width.
#include <apart/base/pack.hpp>
#include <apart/broad/packed_tree.hpp>

namespace apart::broad {
namespace APART_LANES_OF_MACHINE {

struct OneBox {
  float low[3], high[3];
};

APART_INLINE OneBox lane_of(const BoxBlock& block, u32 lane) {
  return {{block.low[0][lane], block.low[1][lane], block.low[2][lane]},
          {block.high[0][lane], block.high[1][lane], block.high[2][lane]}};
}

// Which of the eight overlap the box: possibly, and certainly (where floats are equal, the doubles decide).
template <int W>
APART_INLINE u32 overlapping_lanes(const BoxBlock& block, const OneBox& box, u32* certain) {
  using P = Pack<float, W>;
  u32 out = 0, sure = 0;
  for (int first = 0; first < 8; first += W) {
    auto meets = P(box.low[0]) <= P::load(block.high[0] + first);
    for (int k = 0; k < 3; ++k)
      meets =
          meets & (P(box.low[k]) <= P::load(block.high[k] + first)) & (P::load(block.low[k] + first) <= P(box.high[k]));
    out |= bits(meets) << first;
    if (certain && any(meets)) {
      auto strictly = meets;
      for (int k = 0; k < 3; ++k)
        strictly = strictly & (P(box.low[k]) < P::load(block.high[k] + first)) &
                   (P::load(block.low[k] + first) < P(box.high[k]));
      sure |= bits(strictly) << first;
    }
  }
  if (certain) *certain = sure;
  return out;
}

// Pairs of the boxes of leaves from `leaf` to `end` with their own and those of later leaves. Returns the leaf for
// which there was no room.
template <int W>
u32 leaf_self_pairs(const TreeView& tree, u32 leaf, u32 end, BoxPair* out, u32 room, u32* written) {
  struct Open {
    u32 level, block;
  };
  u32 count = 0;
  for (; leaf < end; ++leaf) {
    const u32 before = count;
    const BoxBlock& own = tree.levels[0][leaf];
    OneBox all = lane_of(own, 0);
    for (u32 lane = 1; lane < 8; ++lane)
      for (int k = 0; k < 3; ++k) {
        all.low[k] = own.low[k][lane] < all.low[k] ? own.low[k][lane] : all.low[k];
        all.high[k] = own.high[k][lane] > all.high[k] ? own.high[k][lane] : all.high[k];
      }
    bool full = false;
    const auto with_leaf = [&](u32 other, u32 from_lane_after, const BoxBlock& block, u32 lanes) {
      for (; lanes; lanes &= lanes - 1) {
        const u32 lane = static_cast<u32>(__builtin_ctz(lanes)), a = tree.items[8 * leaf + lane];
        u32 certain = 0;
        u32 hits = overlapping_lanes<W>(block, lane_of(own, lane), &certain);
        if (from_lane_after) hits &= ~((u32(2) << lane) - 1);
        for (; hits; hits &= hits - 1) {
          const u32 at = static_cast<u32>(__builtin_ctz(hits)), b = tree.items[8 * other + at];
          if (!(certain >> at & 1)) {
            const Bounds &x = tree.boxes[a], &y = tree.boxes[b];
            if (!(x.low.x <= y.high.x && y.low.x <= x.high.x && x.low.y <= y.high.y && y.low.y <= x.high.y &&
                  x.low.z <= y.high.z && y.low.z <= x.high.z))
              continue;
          }
          if (count == room) {
            full = true;
            return;
          }
          out[count++] = a < b ? BoxPair{a, b} : BoxPair{b, a};
        }
      }
    };
    with_leaf(leaf, 1, own, 255);
    Open open[128];
    u32 stack = 0;
    open[stack++] = {tree.depth - 1, 0};
    while (stack > 0 && !full) {
      const Open at = open[--stack];
      const BoxBlock& block = tree.levels[at.level][at.block];
      if (at.level == 0) {
        if (at.block == leaf) continue;
        OneBox theirs = lane_of(block, 0);
        for (u32 lane = 1; lane < 8; ++lane)
          for (int k = 0; k < 3; ++k) {
            theirs.low[k] = block.low[k][lane] < theirs.low[k] ? block.low[k][lane] : theirs.low[k];
            theirs.high[k] = block.high[k][lane] > theirs.high[k] ? block.high[k][lane] : theirs.high[k];
          }
        with_leaf(at.block, 0, block, overlapping_lanes<W>(own, theirs, nullptr));
        continue;
      }
      u32 hits = overlapping_lanes<W>(block, all, nullptr);
      for (; hits; hits &= hits - 1) {
        const u32 child = 8 * at.block + static_cast<u32>(__builtin_ctz(hits));
        const u64 last = (u64(child) + 1) << (3 * (at.level - 1));  // leaves below it end here
        if (last > leaf) open[stack++] = {at.level - 1, child};
      }
    }
    if (full) {
      count = before;
      break;
    }
  }
  *written = count;
  return leaf;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::broad
