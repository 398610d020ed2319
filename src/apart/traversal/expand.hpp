// How a pair of nodes is replaced by pairs of children, each with a lower bound of its distance: one pair of volumes
// after the other, for any tree, space and measure; or siblings at once, in SIMD lanes: up to eight, for trees that
// keep siblings side by side and volumes that have such tests; or the lanes of a node, for trees that keep siblings in
// packs, of any volume.
#pragma once
#include <apart/hierarchy/tree.hpp>
#include <apart/traversal/descent.hpp>
#include <apart/traversal/query.hpp>
#include <apart/volumes/lanes.hpp>
#include <apart/volumes/obb_siblings.hpp>
#include <optional>

namespace apart::traversal {

// Any pairs of children.
template <class NodeA, class NodeB>
struct ChildPairs {
  static constexpr u32 kMost = 64;  // eight children of each
  NodeA nodes_a[kMost];
  NodeB nodes_b[kMost];
  double bounds[kMost];
  u32 count;

  NodeA a(u32 k) const { return nodes_a[k]; }
  NodeB b(u32 k) const { return nodes_b[k]; }
};

// The children of one node, A's or B's, each with the other node of the pair.
template <bool kOfA>
struct SiblingPairs {
  static constexpr u32 kMost = kMostSiblings;
  double bounds[kMost];
  u32 first, other, count;

  u32 a(u32 k) const { return kOfA ? first + k : other; }
  u32 b(u32 k) const { return kOfA ? other : first + k; }
};
template <bool kOfA>
struct TouchingSiblings : SiblingPairs<kOfA> {
  u32 met;  // bit k is set if the bound of child k is zero, else it is infinite
};

template <PairQuery Query>
struct ExpandOneByOne {
  // Calls put(pairs of children).
  template <WalkableTree TreeA, WalkableTree TreeB, class Pair, class Space, class Axis, class Probe, class Put>
  void operator()(const TreeA& tree_a, Ref a, const TreeB& tree_b, Ref b, const Pair& pair, Descend down,
                  const Space& space, const Axis&, Probe& probe, Put put) const {
    ChildPairs<typename TreeA::Node, typename TreeB::Node> children;
    children.count = 0;
    const auto add = [&](auto of_a, auto of_b) {
      const u32 k = children.count++;
      APART_ASSERT(k < children.kMost, "nodes with more children than a traversal has places for");
      children.nodes_a[k] = of_a, children.nodes_b[k] = of_b;
      children.bounds[k] = space.template bound<typename Query::Measure>(index_of(of_a), tree_a.volume(of_a),
                                                                         index_of(of_b), tree_b.volume(of_b), probe);
    };
    const auto each_of_b = [&](auto of_a) { for_each_child(tree_b, pair.b, b, [&](auto of_b) { add(of_a, of_b); }); };
    switch (down) {
      case Descend::a:
        for_each_child(tree_a, pair.a, a, [&](auto of_a) { add(of_a, pair.b); });
        break;
      case Descend::b:
        each_of_b(pair.a);
        break;
      case Descend::both:
        for_each_child(tree_a, pair.a, a, each_of_b);
    }
    put(children);
  }
};

template <PairQuery Query, class V>
class ExpandInLanes {
  using Tests = LaneTests<V>;
  using Seen = typename Tests::Seen;

 public:
  // The axis is a direction from A to B that may separate them, or NoAxis.
  template <SiblingsSideBySide TreeA, SiblingsSideBySide TreeB, class Pair, class Space, class Axis, class Probe,
            class Put>
  void operator()(const TreeA& tree_a, Ref a, const TreeB& tree_b, Ref b, const Pair& pair, Descend down,
                  const Space& space, const Axis& axis, Probe& probe, Put put) const {
    if (down == Descend::a) {
      Seen seen = Seen::from_a(tree_b.volume(pair.b), space.placement());
      if constexpr (HasAxis<Query>) seen.look_along(axis);
      return put_siblings<true>(tree_a, a, pair.b, seen, put);
    }
    if (down == Descend::b) {
      Seen seen = Seen::from_b(tree_a.volume(pair.a), space.placement());
      if constexpr (HasAxis<Query>) seen.look_along(-transposed_times(space.placement().rotation, axis));
      return put_siblings<false>(tree_b, b, pair.a, seen, put);
    }
    ExpandOneByOne<Query>{}(tree_a, a, tree_b, b, pair, down, space, axis, probe, put);
  }

 private:
  template <bool kOfA, class Tree, class Put>
  void put_siblings(const Tree& tree, Ref parent, u32 other, const Seen& seen, Put put) const {
    const std::span<const V> siblings = tree.siblings(parent);
    constexpr bool kTouching = std::is_same_v<typename Query::Measure, Touching>;
    std::conditional_t<kTouching, TouchingSiblings<kOfA>, SiblingPairs<kOfA>> children;
    children.first = parent.first(), children.other = other, children.count = static_cast<u32>(siblings.size());
    APART_ASSERT(children.count <= children.kMost, "a node with more children than are tested at once");
    if constexpr (kTouching) {
      children.met = tests_.overlap(seen, siblings.data(), children.count);
      for (u32 k = 0; k < children.count; ++k) children.bounds[k] = Touching::bound(children.met >> k & 1);
    } else {
      float gaps[kMostSiblings];
      tests_.gap(seen, siblings.data(), children.count, gaps);
      for (u32 k = 0; k < children.count; ++k) children.bounds[k] = Nearness::bound(gaps[k]);
    }
    put(children);
  }

  const typename Tests::Table& tests_ = Tests::table();
};

// The same bounds as of one pair after the other. Compiled for the instruction set of the source that includes it.
template <PairQuery Query, class V, int W>
class ExpandInPacks {
  using P = Pack<typename V::Scalar, W>;

 public:
  template <SiblingsInPacks TreeA, SiblingsInPacks TreeB, class Pair, class Space, class Axis, class Probe, class Put>
  void operator()(const TreeA& tree_a, Ref a, const TreeB& tree_b, Ref b, const Pair& pair, Descend down,
                  const Space& space, const Axis& axis, Probe& probe, Put put) {
    if (down == Descend::both)
      return ExpandOneByOne<Query>{}(tree_a, a, tree_b, b, pair, down, space, axis, probe, put);
    if (!at_) at_ = in_lanes<P>(space.placement());
    if (down == Descend::a)
      put_siblings<true>(tree_a, a, pair.b, tree_a.pack(a), in_every_lane<W>(tree_b.volume(pair.b)), put);
    else
      put_siblings<false>(tree_b, b, pair.a, in_every_lane<W>(tree_a.volume(pair.a)), tree_b.pack(b), put);
  }

 private:
  template <bool kOfA, class Tree, class Wide, class Put>
  void put_siblings(const Tree& tree, Ref parent, u32 other, const Wide& of_a, const Wide& of_b, Put put) const {
    SiblingPairs<kOfA> children;
    children.first = parent.first(), children.other = other, children.count = 1;
    while (!tree.is_last(children.first + children.count - 1)) ++children.count;
    if constexpr (std::is_same_v<typename Query::Measure, Touching>) {
      const u32 met = bits(overlap(of_a, *at_, of_b));
      for (u32 k = 0; k < children.count; ++k) children.bounds[k] = Touching::bound(met >> k & 1);
    } else {
      const P gaps = gap(of_a, *at_, of_b);
      for (u32 k = 0; k < children.count; ++k) children.bounds[k] = Nearness::bound(gaps[static_cast<int>(k)]);
    }
    put(children);
  }

  std::optional<decltype(in_lanes<P>(std::declval<PlacementFor<V>>()))> at_;
};

// Lanes, where trees, volumes, space and measure all have what they take.
template <class Query, class Space>
inline constexpr bool kMayTakeLanes = (std::is_same_v<typename Query::Measure, Touching> ||
                                       std::is_same_v<typename Query::Measure, Nearness>)&&requires(const Space space) {
  space.placement();  // volumes are tested as they are stored
};

template <class TreeA, class TreeB, class Query, class Space>
constexpr auto expansion() {
  using V = typename TreeA::VolumeType;
  if constexpr (kMayTakeLanes<Query, Space> && SiblingsSideBySide<TreeA> && SiblingsSideBySide<TreeB> &&
                requires { typename LaneTests<V>::Seen; })
    return ExpandInLanes<Query, V>{};
  else if constexpr (kMayTakeLanes<Query, Space> && SiblingsInPacks<TreeA> && SiblingsInPacks<TreeB>) {
    static_assert(TreeA::kWidth == TreeB::kWidth, "trees of one width");
    return ExpandInPacks<Query, V, TreeA::kWidth>{};
  } else
    return ExpandOneByOne<Query>{};
}
template <class TreeA, class TreeB, class Query, class Space>
using ExpandFor = decltype(expansion<TreeA, TreeB, Query, Space>());

}  // namespace apart::traversal
