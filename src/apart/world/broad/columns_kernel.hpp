// Comparisons of one box with a sorted run of others, in lanes. Compiled for each width.
#include <apart/base/pack.hpp>
#include <apart/world/broad/columns.hpp>

namespace apart::world {
namespace APART_LANES_OF_MACHINE {

// Certain where floats differ; where two are equal, the doubles decide.
APART_INLINE bool doubles_overlap(const Bounds& a, const Bounds& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

// Appends the tags of those from `at` on that overlap the box to `out`, until a lane begins behind it. Stops when there
// are `most` or more, with `at` where to go on, or ~0. Without branches on how many of eight are found, which no
// processor could predict; `out` has room for 8 more.
template <int W>
APART_INLINE u32 scan_column(const ColumnView& view, u32& at, const FloatBox& box, const Bounds& exact, u32* out,
                             u32 most) {
  using P = Pack<float, W>;
  const P low_x(box.low_x), high_x(box.high_x), low_u(box.low_u), high_u(box.high_u), low_v(box.low_v),
      high_v(box.high_v);
  constexpr u32 all_lanes = (u32(1) << W) - 1;
  u32 count = 0;
  while (count < most) {
    const P lx = P::load(view.low_x + at), hx = P::load(view.high_x + at);
    const P lu = P::load(view.low_u + at), hu = P::load(view.high_u + at);
    const P lv = P::load(view.low_v + at), hv = P::load(view.high_v + at);
    const auto begins = lx <= high_x;
    u32 hits = bits(begins & (lu <= high_u) & (low_u <= hu) & (lv <= high_v) & (low_v <= hv) & (low_x <= hx));
    if (hits) {
      const u32 certain =
          bits((lx < high_x) & (lu < high_u) & (low_u < hu) & (lv < high_v) & (low_v < hv) & (low_x < hx));
      if (const u32 ties = hits & ~certain; ties != 0) [[unlikely]]
        for (u32 left = ties; left; left &= left - 1) {
          const u32 lane = static_cast<u32>(__builtin_ctz(left));
          if (!doubles_overlap(exact, view.boxes[view.tag[at + lane] >> 2])) hits &= ~(u32(1) << lane);
        }
      for (u32 lane = 0; lane < u32(W); ++lane) {
        out[count] = view.tag[at + lane];
        count += hits >> lane & 1;
      }
    }
    at += W;
    if (bits(begins) != all_lanes) {
      at = ~u32(0);
      break;
    }
  }
  return count;
}

constexpr u32 kScanned = 256;  // tags at once

// Pairs of the column's boxes from position `at` to `end`; stops when fewer than `end - at` places are left, and
// returns the position that it did not do.
template <int W>
u32 column_self_pairs(const ColumnView& view, u32 at, u32 end, BoxPair* out, u32 room, u32* written) {
  u32 count = 0;
  u32 found[kScanned + 16];
  for (; at < end && room - count > end - at; ++at) {
    const FloatBox box{view.low_x[at],  view.high_x[at], view.low_u[at],
                       view.high_u[at], view.low_v[at],  view.high_v[at]};
    const u32 tag = view.tag[at], index = tag >> 2;
    for (u32 next = at + 1; next != ~u32(0);) {
      const u32 scanned = scan_column<W>(view, next, box, view.boxes[index], found, kScanned);
      for (u32 i = 0; i < scanned; ++i) {
        const u32 j = found[i] >> 2;
        out[count] = {index < j ? index : j, index < j ? j : index};
        count += ((tag | found[i]) & 3) == 3;
      }
    }
  }
  *written = count;
  return at;
}

// Members in a column that overlap a box, at most `room`; returns the position to go on at, or ~0. `first` is three if
// this is the first column of the box, as in a tag.
template <int W>
u32 column_overlapping(const ColumnView& view, u32 at, const FloatBox& box, const Bounds& exact, u32 first, u32* out,
                       u32 room, u32* written) {
  u32 found[kScanned + 16];
  const u32 scanned = scan_column<W>(view, at, box, exact, found, room - 8 < kScanned ? room - 8 : kScanned);
  u32 count = 0;
  for (u32 i = 0; i < scanned; ++i) {
    out[count] = found[i] >> 2;
    count += ((first | found[i]) & 3) == 3;
  }
  *written = count;
  return at;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::world
