// The traversal of touching_walk.hpp for W boxes at once. Included only by the sources that compile it for an
// instruction set; everything here is inlined, so that no function built for one instruction set is shared with
// another's.
#pragma once
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

inline constexpr u32 kTogether = 4;  // pairs are opened at once, at most

using TouchingWalk = u64 (*)(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit,
                             OpenPairs& open);
u64 walk_open_pairs_avx2(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit,
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

// A box of the other tree.
APART_INLINE SeenObb seen_in(const OpenedTree& tree, const Obb<float>& box, float slack) {
  const auto turned = [&](float x, float y, float z) {
    return x * tree.columns[0] + y * tree.columns[1] + z * tree.columns[2];
  };
  SeenObb out;
  const auto vec = [](Triple v) { return Vec3f{v[0], v[1], v[2]}; };
  for (int i = 0; i < 3; ++i) {
    const Vec3f& axis = box.axes.rows[i];
    out.box.axes.rows[i] = vec(turned(axis.x, axis.y, axis.z));
  }
  const Triple from = triple(box.centre.x, box.centre.y, box.centre.z) - tree.before;
  out.box.centre = vec(turned(from[0], from[1], from[2]) + tree.after);
  out.box.half = box.half;
  out.slack = slack;
  return out;
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
  u64 first, unit;  // the pair of the first child, and what leads to the next one's
};

template <int W>
APART_INLINE u64 walk_open_pairs(const ModelTree& tree_a, const Placement<float>& at, const ModelTree& tree_b,
                                 LeafVisit& visit, OpenPairs& open) {
  // Leaves in one place before another one is tried; pairs that are opened together, since each takes longer from its
  // beginning to its end than the processor needs for it.
  constexpr u32 kLeavesInOnePlace = 4;
  const u32 together = visit.any_will_do ? 3 : kTogether;  // those that wait are tested in vain if the first will do
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
    while (count < together && open.from != open.to) {
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
      one.seen = seen_in(tree, of_b ? box_a : box_b, at.slack);
      one.siblings = tree.boxes + first;
      one.count = siblings_from<W>(tree, first).count;
      one.first = of_b ? u64(first) << 32 | a : u64(b) << 32 | first;
      one.unit = of_b ? u64(1) << 32 : 1;
    }
    if (count == 0) break;
    if (open.room - open.to < kTogether * kMostSiblings) open.grow(open);
    u32 met[kTogether];
    for (u32 i = 0; i < count; ++i) {
      met[i] = volumes::siblings_overlap<W>(opened[i].seen, opened[i].siblings, opened[i].count);
      tests += opened[i].count;
    }
    // The first pair's first child last, so that it is taken first. No branch on how many there are.
    u64* to = open.pairs + open.to;
    for (u32 i = count; i-- > 0;)
      for (u32 k = kMostSiblings; k-- > 0;) {
        *to = opened[i].first + k * opened[i].unit;
        to += met[i] >> k & 1;
      }
    open.to = static_cast<u32>(to - open.pairs);
  }
  if (waits != 0) visit.test(visit, waiting, waits);
  return tests;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::traversal
