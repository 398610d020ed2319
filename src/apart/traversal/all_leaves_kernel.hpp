// The traversal of touching_walk.hpp where all pairs of leaves are wanted, for W boxes at once: two levels at a time.
// The children of a node that meet another node are nearly always tested against that one's children next, so this is
// done at once for all of them, and what is common to them is read once. Included only by the sources that compile it
// for an instruction set.
#pragma once
#include <apart/traversal/touching_walk_kernel.hpp>

namespace apart::traversal {

u64 walk_all_leaves_avx2(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit,
                         OpenPairs& open);

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
  // In lanes, from k on.
  template <class P>
  APART_INLINE P get(u32 k, int row) const {
    if constexpr (LanesOf<P>::count == 1)
      return of[row][k];
    else
      return P::load(of[row] + k);
  }
  template <class P>
  APART_INLINE Vec3<P> lanes(u32 k, int row) const {
    return {get<P>(k, row), get<P>(k, row + 1), get<P>(k, row + 2)};
  }
  // One of them, in all lanes.
  template <class P>
  APART_INLINE Vec3<P> one(u32 k, int row) const {
    return {in_all_lanes<P>(of[row][k]), in_all_lanes<P>(of[row + 1][k]), in_all_lanes<P>(of[row + 2][k])};
  }
};

template <int W>
APART_INLINE void put_in_rows(const Obb<float>* boxes, u32 count, BoxRows& out) {
  for (u32 k = 0; k < kMostSiblings; k += W) {
    if (W < kMostSiblings && k >= count) break;
    const volumes::ObbLanes<W> lanes(boxes + k, count - k);
    const auto axes = lanes.axes();
    for (int i = 0; i < 3; ++i) out.put(k, 3 * i, axes.rows[i]);
    out.put(k, 9, lanes.vec(9)), out.put(k, 12, lanes.vec(12));
  }
}

// As seen_in, of boxes in lanes.
template <int W>
APART_INLINE void put_seen_in(const OpenedTree& tree, const Obb<float>* boxes, u32 count, BoxRows& out) {
  using P = typename volumes::ObbLanes<W>::P;
  const auto each = [](const Triple& t) { return in_all_lanes<P>(Vec3f{t[0], t[1], t[2]}); };
  const Vec3<P> columns[3] = {each(tree.columns[0]), each(tree.columns[1]), each(tree.columns[2])};
  const auto turned = [&](const Vec3<P>& v) { return v.x * columns[0] + v.y * columns[1] + v.z * columns[2]; };
  for (u32 k = 0; k < kMostSiblings; k += W) {
    if (W < kMostSiblings && k >= count) break;
    const volumes::ObbLanes<W> lanes(boxes + k, count - k);
    const auto axes = lanes.axes();
    for (int i = 0; i < 3; ++i) out.put(k, 3 * i, turned(axes.rows[i]));
    out.put(k, 9, turned(lanes.vec(9) - each(tree.before)) + each(tree.after)), out.put(k, 12, lanes.vec(12));
  }
}

// As pair_of: one of `seen`, and boxes from k on.
template <class P>
APART_INLINE ObbPair<P> pair_of_rows(const BoxRows& seen, u32 row, float slack, const BoxRows& boxes, u32 k) {
  const Mat3<P> axes{{boxes.lanes<P>(k, 0), boxes.lanes<P>(k, 3), boxes.lanes<P>(k, 6)}};
  const Vec3<P> x = seen.one<P>(row, 0), y = seen.one<P>(row, 3), z = seen.one<P>(row, 6);
  const Mat3<P> columns{{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
  return ObbPair<P>(boxes.lanes<P>(k, 12), axes * (seen.one<P>(row, 9) - boxes.lanes<P>(k, 9)), axes * columns,
                    seen.one<P>(row, 12), in_all_lanes<P>(slack));
}

// Two nodes of which the larger one is opened, if it is no leaf.
struct OpenedPair {
  SeenObb seen;  // the other one
  Siblings children;
  u32 other;
  bool of_b, other_is_leaf;
  u32 met, smaller;  // of the children: those that may meet the other node, and those that are smaller than it
};

// Products of edges tell few leaves apart that face normals do not: that takes longer than the tests of their
// triangles.
template <class P>
APART_INLINE MaskOf<P> apart_by_some(const ObbPair<P>& pair, bool leaf) {
  Parting<P> parting{pair.apart_along_a(0)};
  if (!part_by_faces(pair, parting) && !leaf) part_by_edges(pair, parting);
  return parting.apart;
}

template <int W>
APART_INLINE void test_children(const OpenedTree& tree, OpenedPair& pair) {
  using P = typename volumes::ObbLanes<W>::P;
  const P size = in_all_lanes<P>(squared_length(pair.seen.box.half));
  u32 met = 0, smaller = 0;
  for (u32 k = 0; k < kMostSiblings; k += W) {
    if (W < kMostSiblings && k >= pair.children.count) break;
    const volumes::ObbLanes<W> lanes(tree.boxes + pair.children.first + k, pair.children.count - k);
    met |= bits(!apart_by_some(pair_of(pair.seen, lanes), pair.other_is_leaf)) << k;
    smaller |= bits(squared_length(lanes.vec(12)) < size) << k;
  }
  pair.met = met & ((2u << (pair.children.count - 1)) - 1), pair.smaller = smaller;
}

template <int W>
APART_INLINE u64 walk_all_leaves(const ModelTree& tree_a, const Placement<float>& at, const ModelTree& tree_b,
                                 LeafVisit& visit, OpenPairs& open) {
  const OpenedTree trees[2] = {opened_a(tree_a, at), opened_b(tree_b, at)};
  u64 tests = 0;
  OpenedPair opened[kTogether];
  using P = typename volumes::ObbLanes<W>::P;
  BoxRows seen, boxes;
  u32 met[kMostSiblings];
  for (;;) {
    u32 count = 0;
    while (count < kTogether && open.to != 0) {
      const u64 pair = open.pairs[--open.to];
      const u32 a = static_cast<u32>(pair), b = static_cast<u32>(pair >> 32);
      const Ref ref_a = trees[0].nodes[a], ref_b = trees[1].nodes[b];
      if (ref_a.is_leaf() & ref_b.is_leaf()) {
        if (!visit.test(visit, ref_a, ref_b)) return tests;
        continue;
      }
      const Obb<float>&box_a = trees[0].boxes[a], &box_b = trees[1].boxes[b];
      const bool larger_a = squared_length(box_a.half) >= squared_length(box_b.half);
      const bool of_b = ref_a.is_leaf() | (!ref_b.is_leaf() & !larger_a);
      const OpenedTree& tree = trees[of_b];
      OpenedPair& one = opened[count++];
      one.seen = seen_in(tree, of_b ? box_a : box_b, at.slack);
      one.children = siblings_from<W>(tree, (of_b ? ref_b : ref_a).first());
      one.other = of_b ? a : b;
      one.of_b = of_b;
      one.other_is_leaf = ref_a.is_leaf() | ref_b.is_leaf();
    }
    if (count == 0) return tests;
    for (u32 i = 0; i < count; ++i) test_children<W>(trees[opened[i].of_b], opened[i]);
    for (u32 i = count; i-- > 0;) {
      const OpenedPair& pair = opened[i];
      const Siblings& from = pair.children;
      const OpenedTree &tree = trees[pair.of_b], &others = trees[!pair.of_b];
      tests += from.count;
      if (open.room - open.to < kMostSiblings * (kMostSiblings + 1)) open.grow(open);
      u64* next = open.pairs + open.to;
      const int of_child = pair.of_b ? 32 : 0, of_other = 32 - of_child;
      // No branch on how many there are.
      const auto push = [&](u64 first, u64 unit, u32 which) {
        for (u32 k = kMostSiblings; k-- > 0;) {
          *next = first + k * unit;
          next += which >> k & 1;
        }
      };
      const u32 to_open = pair.other_is_leaf ? 0 : pair.met & (from.leaves | pair.smaller), rest = pair.met & ~to_open;
      if (rest != 0) push(u64(from.first) << of_child | u64(pair.other) << of_other, u64(1) << of_child, rest);
      if (to_open != 0) {
        const Siblings to = siblings_from<W>(others, others.nodes[pair.other].first());
        put_seen_in<W>(others, tree.boxes + from.first, from.count, seen);
        put_in_rows<W>(others.boxes + to.first, to.count, boxes);
        for (u32 more = to_open; more != 0; more &= more - 1) {
          const u32 row = static_cast<u32>(std::countr_zero(more));
          u32 found = 0;
          for (u32 k = 0; k < kMostSiblings; k += W) {
            if (W < kMostSiblings && k >= to.count) break;
            found |= bits(!apart_by_some(pair_of_rows<P>(seen, row, at.slack, boxes, k), from.leaves >> row & 1)) << k;
          }
          met[row] = found;
        }
        const u32 all = (2u << (to.count - 1)) - 1;
        for (u32 more = to_open; more != 0; more &= more - 1) {
          const u32 row = static_cast<u32>(std::countr_zero(more));
          push(u64(from.first + row) << of_child | u64(to.first) << of_other, u64(1) << of_other, met[row] & all);
          tests += to.count;
        }
      }
      open.to = static_cast<u32>(next - open.pairs);
    }
  }
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::traversal
