// The traversal of touching_walk.hpp for W boxes at once. Included only by the sources that compile it for an
// instruction set; everything here is inlined, so that no function built for one instruction set is shared with
// another's.
#pragma once
#include <apart/base/set_bits.hpp>
#include <apart/traversal/touching_walk.hpp>
#include <apart/volumes/obb_siblings_kernel.hpp>
#include <bit>
#include <utility>

namespace apart::traversal {

// A stack of pairs of nodes, A's in the lower half of a number and B's in the upper one; pairs are also taken from its
// beginning.
struct OpenPairs {
  u64* pairs;
  u32 from, to, room;
  void (*grow)(OpenPairs& self);  // makes room for the children of kTogether nodes
};

// Pairs are opened at once, at most, since each takes longer from its beginning to its end than the processor needs for
// it.
inline constexpr u32 kTogether = 4;

using TouchingWalk = u64 (*)(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit,
                             OpenPairs& open);
u64 walk_open_pairs_avx2(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit,
                         OpenPairs& open);
u64 walk_open_pairs_avx512(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit,
                           OpenPairs& open);

inline namespace APART_LANES_OF_MACHINE {

using Triple = FourFloats;  // and a zero

// One of the two trees, and how a box of the other is seen in its frame: as SeenObb::from_a and from_b, with the same
// bits but for the sign of a zero.
struct OpenedTree {
  const Ref* nodes;
  const Obb<float>* boxes;
  u32 node_count;
  Triple columns[3];     // a direction of the other frame is Σ dᵢ · columns[i]
  Triple before, after;  // a point p of it is that of p − before, plus after
};

APART_INLINE Triple triple(float x, float y, float z) { return Triple{x, y, z, 0}; }

APART_INLINE OpenedTree opened_a(const ModelTree& tree, const Placement<float>& at) {
  const Mat3f& r = at.rotation;
  return {tree.nodes.data(),
          tree.volumes.data(),
          static_cast<u32>(tree.nodes.size()),
          {triple(r(0, 0), r(1, 0), r(2, 0)), triple(r(0, 1), r(1, 1), r(2, 1)), triple(r(0, 2), r(1, 2), r(2, 2))},
          triple(0, 0, 0),
          triple(at.translation.x, at.translation.y, at.translation.z)};
}
APART_INLINE OpenedTree opened_b(const ModelTree& tree, const Placement<float>& at) {
  const Mat3f& r = at.rotation;
  return {tree.nodes.data(),
          tree.volumes.data(),
          static_cast<u32>(tree.nodes.size()),
          {triple(r(0, 0), r(0, 1), r(0, 2)), triple(r(1, 0), r(1, 1), r(1, 2)), triple(r(2, 0), r(2, 1), r(2, 2))},
          triple(at.translation.x, at.translation.y, at.translation.z),
          triple(0, 0, 0)};
}

// A box of the other tree. Written in fours, of which the next one overwrites the last number: what is read next is
// read from one store each.
APART_INLINE void see_in(const OpenedTree& tree, const Obb<float>& box, float slack, SeenObb& out) {
  typedef float Anywhere __attribute__((vector_size(16), aligned(4), may_alias));
  const auto turned = [&](float x, float y, float z) {
    return x * tree.columns[0] + y * tree.columns[1] + z * tree.columns[2];
  };
  const auto put = [](Vec3f& to, Triple v) { *reinterpret_cast<Anywhere*>(&to) = v; };
  for (int i = 0; i < 3; ++i) {
    const Vec3f& axis = box.axes.rows[i];
    put(out.box.axes.rows[i], turned(axis.x, axis.y, axis.z));
  }
  const Triple from = triple(box.centre.x, box.centre.y, box.centre.z) - tree.before;
  put(out.box.centre, turned(from[0], from[1], from[2]) + tree.after);
  out.box.half = box.half;
  out.slack = slack;
}

// The children of a node.
struct Siblings {
  u32 first, count;
  u32 leaves;  // bit k is set if child k is one
};
// Those that begin at a node. With lanes of eight without a branch on their number.
template <int W>
APART_INLINE Siblings siblings_from(const OpenedTree& tree, u32 first) {
  if constexpr (W == 8) {
    using Signs = lanes::Layout<float, 8>::Signs;
    typedef Signs AnySigns __attribute__((aligned(4), may_alias));
    if (first + 8 <= tree.node_count) {
      const Signs refs = *reinterpret_cast<const AnySigns*>(tree.nodes + first);
      // Ref::is_last and Ref::is_leaf
      const u32 last = bits(Mask<float, 8>{{(refs << 1) >> 31}}), leaves = bits(Mask<float, 8>{{refs >> 31}});
      if (last == 0) __builtin_unreachable();  // siblings are at most eight
      const u32 count = 1 + static_cast<u32>(std::countr_zero(last));
      return {first, count, leaves & ((2u << (count - 1)) - 1)};
    }
  }
  Siblings out{first, 0, 0};
  for (bool last = false; !last; ++out.count) {
    const Ref ref = tree.nodes[first + out.count];
    out.leaves |= u32(ref.is_leaf()) << out.count;
    last = ref.is_last();
  }
  return out;
}

// A node that is opened, and the box that its children are tested against.
struct Opened {
  SeenObb seen;
  const Obb<float>* siblings;
  u32 count;
  bool eight;  // can eight boxes be read from there?
  u64 first;   // the pair of the first child
  int shift;   // where in a pair children are counted: 0 or 32
};

// Puts the pairs of the children that are set, the last one first. Without a branch on how many there are: eight places
// are written. Returns what is after them.
APART_INLINE u64* put_children(const Opened& opened, u32 which, u64* to) {
#if defined(__AVX2__)
  const __m128i children = _mm_cvtsi64_si128(static_cast<long long>(kSetBitsLastFirst.of[which]));
  const __m128i shift = _mm_cvtsi32_si128(opened.shift);
  const auto first = static_cast<long long>(opened.first);
#if defined(__AVX512F__)
  _mm512_storeu_si512(
      to, _mm512_add_epi64(_mm512_set1_epi64(first), _mm512_sll_epi64(_mm512_cvtepu8_epi64(children), shift)));
#else
  const auto put = [&](__m128i four, u64* out) {
    const __m256i moved = _mm256_sll_epi64(_mm256_cvtepu8_epi64(four), shift);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_add_epi64(_mm256_set1_epi64x(first), moved));
  };
  put(children, to), put(_mm_srli_si128(children, 4), to + 4);
#endif
  return to + std::popcount(which);
#else
  for (u32 k = kMostSiblings; k-- > 0;) {
    *to = opened.first + (u64(k) << opened.shift);
    to += which >> k & 1;
  }
  return to;
#endif
}

template <int W>
APART_INLINE u64 walk_open_pairs(const ModelTree& tree_a, const Placement<float>& at, const ModelTree& tree_b,
                                 LeafVisit& visit, OpenPairs& open) {
  constexpr u32 kLeavesInOnePlace = 4;  // before another one is tried
  constexpr int kAtOnce = W < static_cast<int>(kMostSiblings) ? W : static_cast<int>(kMostSiblings);
  const OpenedTree trees[2] = {opened_a(tree_a, at), opened_b(tree_b, at)};
  u64 tests = 0;
  // Several pairs of leaves are tested at once, unless the first that touches ends it.
  constexpr u32 kLeavesAtOnce = 16;
  const u32 at_once = visit.any_will_do ? 1 : kLeavesAtOnce;
  LeafPair waiting[kLeavesAtOnce];
  u32 leaves = 0, waits = 0;
  Opened opened[kTogether];  // cleared once, which takes as long as a tenth of a test
  for (;;) {
    u32 count = 0;
    while (count < kTogether && open.from != open.to) {
      const u64 pair = open.pairs[--open.to];
      const u32 a = static_cast<u32>(pair), b = static_cast<u32>(pair >> 32);
      const Ref ref_a = trees[0].nodes[a], ref_b = trees[1].nodes[b];
      const Obb<float>&box_a = trees[0].boxes[a], &box_b = trees[1].boxes[b];
      if (ref_a.is_leaf() & ref_b.is_leaf()) {
        waiting[waits++] = leaf_pair(ref_a, ref_b);
        if (waits == at_once && !visit.test(visit, waiting, std::exchange(waits, 0))) return tests;
        if (visit.any_will_do && ++leaves % kLeavesInOnePlace == 0 && open.from != open.to)
          open.pairs[open.to++] = open.pairs[open.from++];
        continue;
      }
      // The larger one, unless it is a leaf.
      const bool larger_a = squared_length(box_a.half) >= squared_length(box_b.half);
      const bool of_b = ref_a.is_leaf() | (!ref_b.is_leaf() & !larger_a);
      const OpenedTree& tree = trees[of_b];
      const u32 first = (of_b ? ref_b : ref_a).first();
      Opened& one = opened[count++];
      see_in(tree, of_b ? box_a : box_b, at.slack, one.seen);
      one.siblings = tree.boxes + first;
      one.count = siblings_from<kAtOnce>(tree, first).count;
      one.eight = first + kMostSiblings <= tree.node_count;
      one.first = of_b ? u64(first) << 32 | a : u64(b) << 32 | first;
      one.shift = of_b ? 32 : 0;
    }
    if (count == 0) break;
    if (open.room - open.to < kTogether * kMostSiblings) open.grow(open);
    static_assert(kTogether % 2 == 0, "two share a register");
    u32 met[kTogether];
    const auto test = [&](u32 i) {
      met[i] = volumes::siblings_overlap<kAtOnce>(opened[i].seen, opened[i].siblings, opened[i].count);
    };
    for (u32 i = 0; i < count; ++i) tests += opened[i].count;
#if defined(__AVX512F__)
    if constexpr (W > kAtOnce)
      for (u32 i = 0; i < count; i += 2) {
        const Opened &first = opened[i], &second = opened[i + 1 < count ? i + 1 : i];
        if (first.eight & second.eight) {
          const u32 found = volumes::two_siblings_overlap(first.seen, first.siblings, first.count, second.seen,
                                                          second.siblings, second.count);
          met[i] = found & 0xff, met[i + 1] = found >> kMostSiblings;
        } else {
          test(i);
          if (i + 1 < count) test(i + 1);
        }
      }
    else
#endif
      for (u32 i = 0; i < count; ++i) test(i);
    // The first pair's first child last, so that it is taken first.
    u64* to = open.pairs + open.to;
    for (u32 i = count; i-- > 0;) to = put_children(opened[i], met[i], to);
    open.to = static_cast<u32>(to - open.pairs);
  }
  if (waits != 0) visit.test(visit, waiting, waits);
  return tests;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::traversal
