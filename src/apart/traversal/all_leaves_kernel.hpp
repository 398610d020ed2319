// The traversal of touching_walk.hpp where all pairs of leaves are wanted, for W boxes at once: two levels at a time.
// The children of a node that meet another node are nearly always tested against that one's children next, so this is
// done at once for all of them, and what is common to them is read once. Boxes are told apart by their face normals
// alone: products of edges tell few more apart, and take longer than the tests that these save. Included only by the
// sources that compile it for an instruction set.
#pragma once
#include <apart/base/set_bits.hpp>
#include <apart/traversal/touching_walk_kernel.hpp>
#include <bit>
#include <cstdint>

namespace apart::traversal {

u64 walk_all_leaves_avx2(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit,
                         OpenPairs& open);
u64 walk_all_leaves_avx512(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit,
                           OpenPairs& open);

inline constexpr u32 kLeavesTogether = 256;  // pairs of leaves are tested at once, and some more

inline namespace APART_LANES_OF_MACHINE {

// Boxes as their fifteen numbers, in rows: axes, centre, half. Kept in memory as numbers, not as packs, of which GCC
// would copy all for each use.
struct BoxRows {
  alignas(32) float of[15][kMostSiblings];

  template <class P>
  APART_INLINE void put(u32 k, int row, const P& x) {
    if constexpr (LanesOf<P>::count == 1)
      of[row][k] = x;
    else
      x.store(of[row] + k);
  }
  template <class P>
  APART_INLINE void put(u32 k, int row, const Vec3<P>& v) {
    put(k, row, v.x), put(k, row + 1, v.y), put(k, row + 2, v.z);
  }
  // In lanes, from k on; of sixteen all eight, twice.
  template <class P>
  APART_INLINE P get(u32 k, int row) const {
    if constexpr (LanesOf<P>::count == 1) return of[row][k];
#if defined(__AVX512F__)
    else if constexpr (LanesOf<P>::count == 16)
      return lanes::each<P>([&](int) { return _mm512_broadcast_f32x8(_mm256_load_ps(of[row])); });
#endif
    else
      return P::load(of[row] + k);
  }
  template <class P>
  APART_INLINE Vec3<P> lanes(u32 k, int row) const {
    return {get<P>(k, row), get<P>(k, row + 1), get<P>(k, row + 2)};
  }
};

// One of the boxes in all lanes; of sixteen two, each in eight.
template <class P>
struct OneOfRows {
  const BoxRows& boxes;
  u32 k;

  APART_INLINE OneOfRows(const BoxRows& of, u32 one, u32) : boxes(of), k(one) {}
  APART_INLINE P get(int row) const { return in_all_lanes<P>(boxes.of[row][k]); }
};
#if defined(__AVX512F__)
template <>
struct OneOfRows<Pack<float, 16>> {
  const BoxRows& boxes;
  __m512i which;

  APART_INLINE OneOfRows(const BoxRows& of, u32 first, u32 second)
      : boxes(of),
        which(_mm512_inserti64x4(_mm512_set1_epi32(static_cast<int>(first)),
                                 _mm256_set1_epi32(static_cast<int>(second)), 1)) {}
  APART_INLINE Pack<float, 16> get(int row) const {
    const __m512 eight = _mm512_castps256_ps512(_mm256_load_ps(boxes.of[row]));
    return lanes::each<Pack<float, 16>>([&](int) { return _mm512_permutexvar_ps(which, eight); });
  }
};
#endif

template <int W>
APART_INLINE void put_in_rows(const volumes::ObbLanes<W>& lanes, u32 k, BoxRows& out) {
  const auto axes = lanes.axes();
  for (int i = 0; i < 3; ++i) out.put(k, 3 * i, axes.rows[i]);
  out.put(k, 9, lanes.vec(9)), out.put(k, 12, lanes.vec(12));
}
template <int W>
APART_INLINE void put_in_rows(const Obb<float>* boxes, u32 count, BoxRows& out) {
  for (u32 k = 0; k < kMostSiblings; k += W) {
    if (W < kMostSiblings && k >= count) break;
    put_in_rows(volumes::ObbLanes<W>(boxes + k, count - k), k, out);
  }
}

// As see_in, of boxes in rows.
template <int W>
APART_INLINE void put_seen_in(const OpenedTree& tree, const BoxRows& boxes, u32 count, BoxRows& out) {
  using P = typename volumes::ObbLanes<W>::P;
  const auto each = [](const Triple& t) { return in_all_lanes<P>(Vec3f{t[0], t[1], t[2]}); };
  const Vec3<P> columns[3] = {each(tree.columns[0]), each(tree.columns[1]), each(tree.columns[2])};
  const auto turned = [&](const Vec3<P>& v) { return v.x * columns[0] + v.y * columns[1] + v.z * columns[2]; };
  for (u32 k = 0; k < kMostSiblings; k += W) {
    if (W < kMostSiblings && k >= count) break;
    for (int i = 0; i < 3; ++i) out.put(k, 3 * i, turned(boxes.lanes<P>(k, 3 * i)));
    out.put(k, 9, turned(boxes.lanes<P>(k, 9) - each(tree.before)) + each(tree.after));
    out.put(k, 12, boxes.lanes<P>(k, 12));
  }
}

// As pair_of: one of those seen, and boxes from k on.
template <class P>
APART_INLINE ObbPair<P> pair_of_rows(const OneOfRows<P>& seen, float slack, const BoxRows& boxes, u32 k) {
  const auto vec = [&](int row) { return Vec3<P>{seen.get(row), seen.get(row + 1), seen.get(row + 2)}; };
  const Mat3<P> axes{{boxes.lanes<P>(k, 0), boxes.lanes<P>(k, 3), boxes.lanes<P>(k, 6)}};
  const Vec3<P> x = vec(0), y = vec(3), z = vec(6);
  const Mat3<P> columns{{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
  return ObbPair<P>(boxes.lanes<P>(k, 12), axes * (vec(9) - boxes.lanes<P>(k, 9)), axes * columns, vec(12),
                    in_all_lanes<P>(slack));
}

// Two nodes of which the larger one is opened, if it is no leaf.
struct OpenedPair {
  SeenObb seen;  // the other one
  Siblings children;
  u32 other;
  bool of_b, other_is_leaf;
  u32 met, smaller;  // of the children: those that may meet the other node, and those that are smaller than it
  BoxRows boxes;     // the children's
};

// Has the memory fetch the boxes of siblings before they are tested; perhaps also what is after the last box.
APART_INLINE void fetch_siblings(const OpenedTree& tree, u32 first) {
  constexpr std::uintptr_t kLine = 64;
  const auto begin = reinterpret_cast<std::uintptr_t>(tree.boxes + first);
  for (std::uintptr_t at = 0; at < kMostSiblings * sizeof(Obb<float>); at += kLine)
    __builtin_prefetch(std::bit_cast<const void*>(begin + at));
}

// Apart from the walk, so that it has the registers to itself, and so has the next.
template <int W>
__attribute__((noinline)) void test_children(const OpenedTree& tree, OpenedPair& pair) {
  using P = typename volumes::ObbLanes<W>::P;
  const P size = in_all_lanes<P>(squared_length(pair.seen.box.half));
  u32 met = 0, smaller = 0;
  for (u32 k = 0; k < kMostSiblings; k += W) {
    if (W < kMostSiblings && k >= pair.children.count) break;
    const volumes::ObbLanes<W> lanes(tree.boxes + pair.children.first + k, pair.children.count - k);
    put_in_rows(lanes, k, pair.boxes);
    met |= bits(!apart_by_faces(pair_of(pair.seen, lanes))) << k;
    smaller |= bits(squared_length(lanes.vec(12)) < size) << k;
  }
  pair.met = met & ((2u << (pair.children.count - 1)) - 1), pair.smaller = smaller;
}

// Some children of a node that was tested, those that are set in `rows`, with all children of another one: which of
// these each may meet. Of sixteen lanes two of the first at once.
template <int W>
__attribute__((noinline)) void test_rows(const OpenedPair& from, u32 rows, const OpenedTree& others, const Siblings& to,
                                         float slack, u32 (&met)[kMostSiblings]) {
  constexpr int kAtOnce = W < static_cast<int>(kMostSiblings) ? W : static_cast<int>(kMostSiblings);
  using P = std::conditional_t<W == 1, float, Pack<float, W>>;
  BoxRows seen, boxes;
  put_seen_in<kAtOnce>(others, from.boxes, from.children.count, seen);
  put_in_rows<kAtOnce>(others.boxes + to.first, to.count, boxes);
  const u32 all = (2u << (to.count - 1)) - 1;
  while (rows != 0) {
    const u32 row = static_cast<u32>(std::countr_zero(rows));
    rows &= rows - 1;
    u32 second = row;
    if constexpr (W > kAtOnce)
      if (rows != 0) second = static_cast<u32>(std::countr_zero(rows)), rows &= rows - 1;
    const OneOfRows<P> one(seen, row, second);
    u32 found = 0;
    for (u32 k = 0; k < kMostSiblings; k += W) {
      if (W < kMostSiblings && k >= to.count) break;
      found |= bits(!apart_by_faces(pair_of_rows(one, slack, boxes, k))) << k;
    }
    met[row] = found & all;
    if constexpr (W > kAtOnce) met[second] = found >> kAtOnce & all;
  }
}

APART_INLINE u32 bits_of(Ref ref) { return std::bit_cast<u32>(ref); }

// Numbers of siblings, to be put into pairs.
struct SiblingNumbers {
  alignas(32) u32 of[kMostSiblings];

  APART_INLINE static SiblingNumbers nodes(u32 first) {
    SiblingNumbers out;
    for (u32 k = 0; k < kMostSiblings; ++k) out.of[k] = first + k;
    return out;
  }
  // What is written of them; beyond the last node there are no siblings.
  APART_INLINE static SiblingNumbers refs(const OpenedTree& tree, u32 first) {
    SiblingNumbers out;
    const u32 count = lesser(kMostSiblings, tree.node_count - first);
    if (count == kMostSiblings)
      __builtin_memcpy(out.of, tree.nodes + first, sizeof(out.of));
    else
      for (u32 k = 0; k < kMostSiblings; ++k) __builtin_memcpy(out.of + k, tree.nodes + first + (k < count ? k : 0), 4);
    return out;
  }
};

// Puts pairs of another number and some of the siblings', which are `at` 0 or 32 bits of a pair. Without a branch on
// how many there are: all eight places are written. Returns what is after the pairs.
APART_INLINE u64* put_pairs(const SiblingNumbers& siblings, u32 which, int at, u32 other, u64* to) {
  const u64 with = u64(other) << (32 - at);
#if defined(__AVX2__)
  const __m256i numbers = _mm256_load_si256(reinterpret_cast<const __m256i*>(siblings.of));
  const __m256i some = those_set(numbers, which);
  const auto put = [&](__m128i four, u64* out) {
    const __m256i moved = _mm256_sll_epi64(_mm256_cvtepu32_epi64(four), _mm_cvtsi32_si128(at));
    const __m256i pairs = _mm256_or_si256(moved, _mm256_set1_epi64x(static_cast<long long>(with)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), pairs);
  };
  put(_mm256_castsi256_si128(some), to), put(_mm256_extracti128_si256(some, 1), to + 4);
  return to + std::popcount(which);
#else
  for (u32 k = 0; k < kMostSiblings; ++k) {
    *to = u64(siblings.of[k]) << at | with;
    to += which >> k & 1;
  }
  return to;
#endif
}

template <int W>
APART_INLINE u64 walk_all_leaves(const ModelTree& tree_a, const Placement<float>& at, const ModelTree& tree_b,
                                 LeafVisit& visit, OpenPairs& open) {
  constexpr int kAtOnce = W < static_cast<int>(kMostSiblings) ? W : static_cast<int>(kMostSiblings);
  const OpenedTree trees[2] = {opened_a(tree_a, at), opened_b(tree_b, at)};
  u64 tests = 0;
  OpenedPair opened[kTogether];
  LeafPair leaves[kLeavesTogether + kMostSiblings * (kMostSiblings + 1)];
  u32 leaf_count = 0, met[kMostSiblings];
  for (;;) {
    u32 count = 0;
    while (count < kTogether && open.to != 0) {
      const u64 pair = open.pairs[--open.to];
      const u32 a = static_cast<u32>(pair), b = static_cast<u32>(pair >> 32);
      const Ref ref_a = trees[0].nodes[a], ref_b = trees[1].nodes[b];
      const Obb<float>&box_a = trees[0].boxes[a], &box_b = trees[1].boxes[b];
      const bool larger_a = squared_length(box_a.half) >= squared_length(box_b.half);
      const bool of_b = ref_a.is_leaf() | (!ref_b.is_leaf() & !larger_a);
      const OpenedTree& tree = trees[of_b];
      OpenedPair& one = opened[count++];
      see_in(tree, of_b ? box_a : box_b, at.slack, one.seen);
      one.children = siblings_from<kAtOnce>(tree, (of_b ? ref_b : ref_a).first());
      one.other = of_b ? a : b;
      one.of_b = of_b;
      one.other_is_leaf = ref_a.is_leaf() | ref_b.is_leaf();
      fetch_siblings(tree, one.children.first);
      if (!one.other_is_leaf) fetch_siblings(trees[!of_b], (of_b ? ref_a : ref_b).first());
    }
    if (count == 0) break;
    for (u32 i = 0; i < count; ++i) test_children<kAtOnce>(trees[opened[i].of_b], opened[i]);
    for (u32 i = count; i-- > 0;) {
      const OpenedPair& pair = opened[i];
      const Siblings& from = pair.children;
      const OpenedTree &tree = trees[pair.of_b], &others = trees[!pair.of_b];
      tests += from.count;
      if (open.room - open.to < kMostSiblings * (kMostSiblings + 1)) open.grow(open);
      u64 *next = open.pairs + open.to, *next_leaves = leaves + leaf_count;
      const int of_child = pair.of_b ? 32 : 0, of_other = 32 - of_child;
      if (pair.other_is_leaf)
        next_leaves = put_pairs(SiblingNumbers::refs(tree, from.first), pair.met & from.leaves, of_child,
                                bits_of(others.nodes[pair.other]), next_leaves);
      const u32 to_open = pair.other_is_leaf ? 0 : pair.met & (from.leaves | pair.smaller);
      const u32 rest = pair.met & ~(pair.other_is_leaf ? from.leaves : to_open);
      if (rest != 0) next = put_pairs(SiblingNumbers::nodes(from.first), rest, of_child, pair.other, next);
      if (to_open != 0) {
        const Siblings to = siblings_from<kAtOnce>(others, others.nodes[pair.other].first());
        test_rows<W>(pair, to_open, others, to, at.slack, met);
        const SiblingNumbers nodes = SiblingNumbers::nodes(to.first), refs = SiblingNumbers::refs(others, to.first);
        for (u32 more = to_open; more != 0; more &= more - 1) {
          const u32 row = static_cast<u32>(std::countr_zero(more)), found = met[row];
          const u32 two_leaves = found & to.leaves & (0u - (from.leaves >> row & 1));
          next_leaves = put_pairs(refs, two_leaves, of_other, bits_of(tree.nodes[from.first + row]), next_leaves);
          next = put_pairs(nodes, found ^ two_leaves, of_other, from.first + row, next);
          tests += to.count;
        }
      }
      open.to = static_cast<u32>(next - open.pairs);
      leaf_count = static_cast<u32>(next_leaves - leaves);
      if (leaf_count >= kLeavesTogether) {
        if (!visit.test(visit, leaves, leaf_count)) return tests;
        leaf_count = 0;
      }
    }
  }
  if (leaf_count != 0) visit.test(visit, leaves, leaf_count);
  return tests;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::traversal
