// Comparisons of one box with a run of others, in lanes. Compiled for each width.
#include <apart/base/pack.hpp>
#include <apart/broad/columns.hpp>

namespace apart::broad {
namespace APART_LANES_OF_MACHINE {

APART_INLINE bool doubles_overlap(const Bounds& a, const Bounds& b) {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y &&
         a.low.z <= b.high.z && b.low.z <= a.high.z;
}

// One box, in all lanes.
template <int W>
struct Searching {
  using P = Pack<float, W>;
  P low_x, high_x, low_u, high_u, low_v, high_v;
  const Bounds& exact;

  APART_INLINE Searching(const FloatBox& box, const Bounds& doubles)
      : low_x(box.low_x),
        high_x(box.high_x),
        low_u(box.low_u),
        high_u(box.high_u),
        low_v(box.low_v),
        high_v(box.high_v),
        exact(doubles) {}

  // Which of the W from `at` on overlap it. A difference of floats is 0 only if they are equal: then the doubles
  // decide.
  APART_INLINE u32 overlaps(const ColumnView& view, u32 at) const {
    const P before = lesser(lesser(high_x - P::load(view.low_x + at), high_u - P::load(view.low_u + at)),
                            high_v - P::load(view.low_v + at));
    const P behind = lesser(lesser(P::load(view.high_x + at) - low_x, P::load(view.high_u + at) - low_u),
                            P::load(view.high_v + at) - low_v);
    const P room = lesser(before, behind), none(0.0f);
    u32 hits = bits(none <= room);
    if (const u32 ties = bits(room == none); ties != 0) [[unlikely]]
      for (u32 left = ties; left; left &= left - 1) {
        const u32 lane = static_cast<u32>(__builtin_ctz(left));
        if (!doubles_overlap(exact, view.boxes[view.tag[at + lane] >> 2])) hits &= ~(u32(1) << lane);
      }
    return hits;
  }
  // Do all of them begin before it ends?
  APART_INLINE bool all_begin(const ColumnView& view, u32 at) const { return all(P::load(view.low_x + at) <= high_x); }
};

#if defined(__AVX2__)
// To the front: lanes of each of 256 masks, a byte each.
struct FrontLanes {
  u64 of[256];
  constexpr FrontLanes() : of{} {
    for (u32 mask = 0; mask < 256; ++mask)
      for (u32 lane = 0, place = 0; lane < 8; ++lane)
        if (mask >> lane & 1) of[mask] |= u64(lane) << (8 * place++);
  }
};
constexpr FrontLanes kFrontLanes;

// Without a branch on how many are found, which no processor could predict.
APART_INLINE u32 write_pairs(const ColumnView& view, u32 at, u32 hits, u32 tag, BoxPair* out) {
  const __m256i tags = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(view.tag + at));
  const __m256i own = _mm256_set1_epi32(static_cast<int>(tag)), three = _mm256_set1_epi32(3);
  const __m256i first = _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_or_si256(own, tags), three), three);
  hits &= static_cast<u32>(_mm256_movemask_ps(_mm256_castsi256_ps(first)));
  const __m256i order = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(kFrontLanes.of[hits])));
  const __m256i index = _mm256_srli_epi32(own, 2);
  const __m256i found = _mm256_permutevar8x32_epi32(_mm256_srli_epi32(tags, 2), order);
  const __m256i a = _mm256_min_epu32(index, found), b = _mm256_max_epu32(index, found);
  const __m256i low = _mm256_unpacklo_epi32(a, b), high = _mm256_unpackhi_epi32(a, b);
  auto* const to = reinterpret_cast<__m256i*>(out);
  _mm256_storeu_si256(to, _mm256_permute2x128_si256(low, high, 0x20));
  _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(low, high, 0x31));
  return static_cast<u32>(__builtin_popcount(hits));
}
#else
APART_INLINE u32 write_pairs(const ColumnView& view, u32 at, u32 hits, u32 tag, BoxPair* out) {
  u32 count = 0;
  for (; hits; hits &= hits - 1) {
    const u32 other = view.tag[at + static_cast<u32>(__builtin_ctz(hits))], i = tag >> 2, j = other >> 2;
    out[count] = {i < j ? i : j, i < j ? j : i};
    count += ((tag | other) & 3) == 3;
  }
  return count;
}
#endif

constexpr u32 kPairsAtOnce = 8;  // that write_pairs() may write

// Pairs of a column's boxes from position `at` on. Lanes behind the end of a run are in later slabs, or padding: they
// begin behind the box, and never overlap it. Stops where what a box may find has no room, and returns the
// position that it did not do.
template <int W>
u32 column_self_pairs(const ColumnView& level, const Column& of, u32 at, BoxPair* out, u32 room, u32* written) {
  const ColumnView view = level;  // what is written cannot change it
  const Column column = of;
  u32 count = 0;
  for (; at < column.end; ++at) {
    const FloatBox box{view.low_x[at],  view.high_x[at], view.low_u[at],
                       view.high_u[at], view.low_v[at],  view.high_v[at]};
    const u32 tag = view.tag[at], end = column.slab_end[view.slabs.of(box.high_x)];
    if (room - count < end - at + kPairsAtOnce) break;
    const Searching<W> search(box, view.boxes[tag >> 2]);
    for (u32 next = at + 1; next < end; next += W) {
      count += write_pairs(view, next, search.overlaps(view, next), tag, out + count);
      if (column.sorted && !search.all_begin(view, next)) break;
    }
  }
  *written = count;
  return at;
}

// Members of a run that overlap a box, at most `room`; returns the position to go on at, or `end`. `first` is three if
// this is the first column of the box, as in a tag.
template <int W>
u32 column_overlapping(const ColumnView& view, u32 at, u32 end, bool sorted, const FloatBox& box, const Bounds& exact,
                       u32 first, u32* out, u32 room, u32* written) {
  const Searching<W> search(box, exact);
  u32 count = 0;
  for (; at < end && count + W <= room; at += W) {
    for (u32 hits = search.overlaps(view, at); hits; hits &= hits - 1) {
      const u32 tag = view.tag[at + static_cast<u32>(__builtin_ctz(hits))];
      out[count] = tag >> 2;
      count += ((first | tag) & 3) == 3;
    }
    if (sorted && !search.all_begin(view, at)) {
      at = end;
      break;
    }
  }
  *written = count;
  return at < end ? at : end;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::broad
