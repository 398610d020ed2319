// One walk over a pair of trees. It owns the order, the descent rule, the space where volumes meet, and the probe; the
// query says how far it still cares, what to do with two primitives, and when it is done.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/tree.hpp>
#include <apart/traversal/budget.hpp>
#include <apart/traversal/descent.hpp>
#include <apart/traversal/front.hpp>
#include <apart/traversal/order.hpp>
#include <apart/traversal/probe.hpp>
#include <apart/traversal/space.hpp>
#include <apart/volumes/obb_siblings.hpp>
#include <concepts>

namespace apart {

// How near may the contents of two volumes be? Touching asks only whether they may meet, which is cheaper. Farness is
// for the greatest distance: what may be farthest is nearest to such a query.
struct Touching {
  static double bound(bool may_meet) { return may_meet ? 0.0 : std::numeric_limits<double>::infinity(); }
  template <class V>
  static double bound(const V& a, const PlacementFor<V>& at, const V& b) {
    return bound(bool(overlap(a, at, b)));
  }
  static double bound(const Bounds& a, const Bounds& b) {
    const Vec3d apart = larger(a.low - b.high, b.low - a.high);
    return apart.x > 0 || apart.y > 0 || apart.z > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  }
};
struct Nearness {
  // Squares of larger gaps may have left the range of a float; then this is bound enough.
  static double bound(float gap_of_volumes) { return lesser(double(gap_of_volumes), 1e18); }
  static double bound(double gap_of_volumes) { return lesser(gap_of_volumes, 1e18); }
  template <class V>
  static double bound(const V& a, const PlacementFor<V>& at, const V& b) {
    return bound(gap(a, at, b));
  }
  static double bound(const Bounds& a, const Bounds& b) {
    const Vec3d apart = larger(larger(a.low - b.high, b.low - a.high), Vec3d{});
    // Computed distances of triangles may be too small by roundings of the triangles' sizes, not only of the distance.
    const double sizes = largest(larger(a.size(), b.size())) + length(apart);
    return lesser(length(apart) - 1e-12 * sizes, 1e150);  // squares of larger ones leave the range of a double
  }
};
struct Farness {
  template <class V>
  static double bound(const V& a, const PlacementFor<V>& at, const V& b) {
    return -double(span(a, at, b));
  }
  static double bound(const Bounds& a, const Bounds& b) {
    return -length(larger(abs(a.high - b.low), abs(b.high - a.low))) * (1 + 8 * kUnit<double>);
  }
};

template <class Q>
concept PairQuery = requires(Q query, const Q asked, u32 i, u32 j) {
  typename Q::Measure;
  { asked.reach() } -> std::same_as<double>;  // pairs whose bound is greater are dropped
  { query.primitives(i, j) } -> std::same_as<Found>;
};

// A query that may be given the triangles: the walk then fetches each of a leaf's once, and asks only about those whose
// boxes are near enough.
template <class Q>
concept TriangleQuery = PairQuery<Q> && requires(Q query, u32 i, const Triangled& t) {
  { query.pair.of_a(i) } -> std::same_as<Triangled>;
  { query.pair.of_b(i) } -> std::same_as<Triangled>;
  { query.primitives(i, t, i, t) } -> std::same_as<Found>;
};

// Trees whose volumes lie in one array, siblings side by side.
template <class T>
concept SiblingsTogether = std::is_same_v<T, Tree<Obb<float>>> || std::is_same_v<T, TreeView<Obb<float>>>;

// A query that knows in which direction, from A to B and of length one or zero, its nearest parts lie so far. What is
// farther along it is dropped, where the volumes alone would not tell.
template <class Q>
concept LooksAlong = requires(const Q asked) {
  { asked.axis() } -> std::same_as<Vec3d>;
};

template <WalkableTree TreeA, WalkableTree TreeB, PairQuery Query, class Order = DepthFirst,
          class Rule = LargestDiameter, class Probe = NoProbe, class Space = InOwnSpace<typename TreeA::VolumeType>,
          class Front = NoFront>
class PairWalk {
  static constexpr bool kTracked = !std::is_same_v<Front, NoFront>;
  // Are the children of a node tested all at once?
  static constexpr bool kInLanes = SiblingsTogether<TreeA> && SiblingsTogether<TreeB> &&
                                   std::is_same_v<Space, InOwnSpace<Obb<float>>> &&
                                   !std::is_same_v<typename Query::Measure, Farness>;

 public:
  using V = typename TreeA::VolumeType;
  static_assert(std::is_same_v<V, typename TreeB::VolumeType>, "trees of one kind of volume");
  using Pair = OpenPair<typename TreeA::Node, typename TreeB::Node, typename Rule::Memory, typename Front::Mark>;

  // The trees, the query and the probe must outlive the walk.
  PairWalk(const TreeA& a, const Posed& b_in_a, const TreeB& b, Query& query, Probe& probe)
      : PairWalk(a, Space(a.frame, b_in_a, b.frame), b, query, probe) {}
  PairWalk(const TreeA& a, const Space& space, const TreeB& b, Query& query, Probe& probe) requires(!kTracked)
      : a_(a), b_(b), space_(space), query_(query), probe_(probe) {
    if (a.empty() || b.empty()) return;
    Batch batch;
    consider(batch, a.root(), b.root(), {}, {});
    put(batch);
  }
  // From where the last walk with this front ended. The front must be of this pair of trees and this rule.
  PairWalk(const TreeA& a, const Space& space, const TreeB& b, Query& query, Probe& probe,
           Front& front) requires kTracked : a_(a),
                                             b_(b),
                                             space_(space),
                                             query_(query),
                                             probe_(probe),
                                             front_(front) {
    if (a.empty() || b.empty()) return;
    std::vector<Pair> start;
    front.start(a, b, [&](auto mark, const auto& entry) {
      if (const Pair pair = tested(entry.a, entry.b, entry.memory, mark); !(pair.bound > query_.reach()))
        start.push_back(pair);
    });
    std::stable_sort(start.begin(), start.end(), [](const Pair& x, const Pair& y) { return x.bound > y.bound; });
    for (const Pair& pair : start) order_.put(pair);
  }

  bool done() const { return order_.empty(); }
  const Pair& current() const { return current_; }  // the pair that the last step took
  u64 tests() const { return tests_; }              // so far, of volumes and of primitives

  // No pair that is still open has a smaller bound; infinite when none is open.
  double least_open_bound() const {
    double least = std::numeric_limits<double>::infinity();
    order_.for_each([&](const Pair& pair) { least = lesser(least, pair.bound); });
    return least;
  }

  // Takes one pair: drops it, asks about its primitives, or replaces it by pairs of children. False when the walk
  // was already over.
  bool step() {
    if (order_.empty()) return false;
    current_ = order_.take();
    probe_.taken(index_of(current_.a), index_of(current_.b));
    if (current_.bound > query_.reach()) {
      if constexpr (requires { order_.drop_beyond(0.0); }) order_.drop_beyond(query_.reach());
      return true;
    }
    const Ref a = a_.ref(current_.a), b = b_.ref(current_.b);
    if (a.is_leaf() && b.is_leaf()) {
      leaves(a, b);
      return true;
    }
    Batch batch;
    const Descend down = a.is_leaf()   ? Descend::b
                         : b.is_leaf() ? Descend::a
                                       : rule_(a_.volume(current_.a), b_.volume(current_.b), current_.memory);
    const auto memory = current_.memory.after(down);
    front_.open(current_.mark);
    if constexpr (kInLanes) {
      if (down == Descend::a) return open_in_lanes<true>(a_, a, seen_by_a(b_.volume(current_.b)), memory), true;
      if (down == Descend::b) return open_in_lanes<false>(b_, b, seen_by_b(a_.volume(current_.a)), memory), true;
    }
    const auto child = [&](auto of_a, auto of_b) {
      consider(batch, of_a, of_b, memory, front_.add(of_a, of_b, memory));
    };
    switch (down) {
      case Descend::a:
        for_each_child(a_, current_.a, a, [&](auto of_a) { child(of_a, current_.b); });
        break;
      case Descend::b:
        for_each_child(b_, current_.b, b, [&](auto of_b) { child(current_.a, of_b); });
        break;
      case Descend::both:
        for_each_child(a_, current_.a, a,
                       [&](auto of_a) { for_each_child(b_, current_.b, b, [&](auto of_b) { child(of_a, of_b); }); });
    }
    put(batch);
    return true;
  }

  void run() {
    while (step()) {
    }
  }
  // Until it is done or the budget is spent; tells whether it is done. It may be called again, and goes on.
  bool run(const Budget& budget) {
    BudgetWatch watch(budget, tests_);
    while (!done() && !watch.spent(tests_)) step();
    return done();
  }

 private:
  // Pairs of children, the nearest last, where a depth-first order takes it first.
  struct Batch {
    Pair pairs[64];  // eight children of each
    int size = 0;

    void add(const Pair& pair) {
      int at = size++;
      for (; at > 0 && pairs[at - 1].bound <= pair.bound; --at) pairs[at] = pairs[at - 1];
      pairs[at] = pair;
    }
  };

  Pair tested(typename TreeA::Node a, typename TreeB::Node b, typename Rule::Memory memory, typename Front::Mark mark) {
    double bound =
        space_.template bound<typename Query::Measure>(index_of(a), a_.volume(a), index_of(b), b_.volume(b), probe_);
    if (bound < current_.bound) bound = current_.bound;  // children are part of their parents
    const bool keep = !(bound > query_.reach());         // written so that a bound that is not a number keeps the pair
    probe_.volumes(index_of(a), index_of(b), keep, bound);
    front_.tested(mark, keep);
    ++tests_;
    return {a, b, bound, memory, mark};
  }

  void consider(Batch& batch, typename TreeA::Node a, typename TreeB::Node b, typename Rule::Memory memory,
                typename Front::Mark mark) {
    if (const Pair pair = tested(a, b, memory, mark); !(pair.bound > query_.reach())) batch.add(pair);
  }

  void put(const Batch& batch) {
    for (int k = 0; k < batch.size; ++k) order_.put(batch.pairs[k]);
  }

  SeenObb seen_by_a(const Obb<float>& b) const {
    SeenObb out = SeenObb::from_a(b, space_.placement());
    if constexpr (LooksAlong<Query>) out.look_along(cast<float>(query_.axis()));
    return out;
  }
  SeenObb seen_by_b(const Obb<float>& a) const {
    SeenObb out = SeenObb::from_b(a, space_.placement());
    if constexpr (LooksAlong<Query>)
      out.look_along(-transposed_times(space_.placement().rotation, cast<float>(query_.axis())));
    return out;
  }

  // The same for all children of one node at once, where they lie side by side and the other node's volume is seen as
  // they see it.
  template <bool kOfA, class Tree>
  void open_in_lanes(const Tree& tree, Ref parent, const SeenObb& other, typename Rule::Memory memory) {
    const u32 first = parent.first();
    u32 count = 1;
    while (!tree.nodes[first + count - 1].is_last()) ++count;
    APART_ASSERT(count <= kMostSiblings, "a node with more children than are tested at once");
    const Obb<float>* siblings = tree.volumes.data() + first;
    double bounds[kMostSiblings];
    if constexpr (std::is_same_v<typename Query::Measure, Touching>) {
      const u32 met = sibling_tests_.overlap(other, siblings, count);
      for (u32 k = 0; k < count; ++k) bounds[k] = Touching::bound(met >> k & 1);
    } else {
      float gaps[kMostSiblings];
      sibling_tests_.gap(other, siblings, count, gaps);
      for (u32 k = 0; k < count; ++k) bounds[k] = Nearness::bound(gaps[k]);
    }
    // Nearest last; of equals the later one is put first, as one at a time would.
    const double reach = query_.reach();
    u32 kept[kMostSiblings], size = 0;
    typename Front::Mark marks[kMostSiblings];
    for (u32 k = 0; k < count; ++k) {
      bounds[k] = larger(bounds[k], current_.bound);  // children are part of their parents
      const bool keep = !(bounds[k] > reach);
      const auto node_a = kOfA ? first + k : current_.a, node_b = kOfA ? current_.b : first + k;
      marks[k] = front_.add(node_a, node_b, memory);
      probe_.volumes(index_of(node_a), index_of(node_b), keep, bounds[k]);
      front_.tested(marks[k], keep);
      if (!keep) continue;
      u32 at = size++;
      for (; at > 0 && bounds[kept[at - 1]] <= bounds[k]; --at) kept[at] = kept[at - 1];
      kept[at] = k;
    }
    tests_ += count;
    for (u32 i = 0; i < size; ++i) {
      const u32 k = kept[i];
      order_.put({kOfA ? first + k : current_.a, kOfA ? current_.b : first + k, bounds[k], memory, marks[k]});
    }
  }

  static constexpr int kBlock = 8;

  struct Boxed {
    Triangled triangle;
    Bounds box;
  };
  // Triangles of one leaf, up to eight, fetched when first wanted.
  struct Block {
    Boxed* triangles;  // a place for them that is used again and again
    u32 numbers[kBlock];
    int count = 0;
    u32 fetched = 0;

    template <class Fetch>
    const Boxed& get(int k, Fetch fetch) {
      if (!(fetched >> k & 1)) {
        fetched |= u32(1) << k;
        triangles[k] = {fetch(numbers[k]), {}};
        for (int corner = 0; corner < 3; ++corner) triangles[k].box.add(triangles[k].triangle[corner]);
      }
      return triangles[k];
    }
  };

  // Pairs of a block that the query's axis tells apart: bit 8·i + j for triangle i of A and j of B. B's corners need
  // not be placed for it: the axis is turned instead.
  u64 apart_along_axis(const Block& of_a, const Block& of_b, double reach) const {
    const Vec3d axis = query_.axis();
    if (axis == Vec3d{}) return 0;
    const auto& pair = query_.pair;
    const Vec3d axis_b = transposed_times(pair.b_in_a.rotation, axis);
    const Vec3d shift = pair.b_in_a.translation;
    const double offset = dot(axis, shift) - reach - axis_room_ - 16 * kUnit<double> * largest(abs(shift));
    double begin_b[kBlock];
    for (int j = 0; j < of_b.count; ++j) {
      const Triangled t = pair.b.triangle(of_b.numbers[j]);
      begin_b[j] = offset + lesser(dot(axis_b, t.a), lesser(dot(axis_b, t.b), dot(axis_b, t.c)));
    }
    u64 apart = 0;
    for (int i = 0; i < of_a.count; ++i) {
      const Triangled s = pair.a.triangle(of_a.numbers[i]);
      const double end = larger(dot(axis, s.a), larger(dot(axis, s.b), dot(axis, s.c)));
      for (int j = 0; j < of_b.count; ++j) apart |= u64(begin_b[j] > end) << (kBlock * i + j);
    }
    return apart;
  }

  // All pairs of two blocks, those whose boxes are nearest first. False when it is enough.
  bool ask_near(Block& of_a, Block& of_b) {
    struct Near {
      double bound;
      signed char a, b;
    } near[kBlock * kBlock];
    int count = 0;
    const double reach = query_.reach();
    const auto fetch_a = [&](u32 i) { return query_.pair.of_a(i); };
    const auto fetch_b = [&](u32 j) { return query_.pair.of_b(j); };
    u64 apart = 0;
    if constexpr (LooksAlong<Query>) apart = apart_along_axis(of_a, of_b, reach);
    const bool single = of_a.count == 1 && of_b.count == 1;  // the volumes have just said what boxes could
    for (int i = 0; i < of_a.count; ++i)
      for (int j = 0; j < of_b.count; ++j) {
        double bound = current_.bound;
        if (!(apart >> (kBlock * i + j) & 1) && !single)
          bound = Query::Measure::bound(of_a.get(i, fetch_a).box, of_b.get(j, fetch_b).box);
        if (apart >> (kBlock * i + j) & 1 || bound > reach) {
          probe_.boxes_apart(of_a.numbers[i], of_b.numbers[j]);
          continue;
        }
        int at = count++;
        for (; at > 0 && near[at - 1].bound > bound; --at) near[at] = near[at - 1];
        near[at] = {bound, static_cast<signed char>(i), static_cast<signed char>(j)};
      }
    for (int k = 0; k < count; ++k) {
      const u32 s = of_a.numbers[near[k].a], t = of_b.numbers[near[k].b];
      if (near[k].bound > query_.reach()) {
        probe_.boxes_apart(s, t);
        continue;
      }
      const Found found =
          query_.primitives(s, of_a.get(near[k].a, fetch_a).triangle, t, of_b.get(near[k].b, fetch_b).triangle);
      probe_.primitives(s, t, found);
      ++tests_;
      if (found == Found::enough) return false;
    }
    return true;
  }

  // Calls f(block) for all triangles of a leaf, eight at a time, until f says false.
  template <class F>
  static bool for_each_block(std::span<const Item> items, Ref leaf, Boxed* place, F f) {
    for (u32 i = leaf.first();;) {
      Block block;
      block.triangles = place;
      bool last = false;
      while (!last && block.count < kBlock) {
        block.numbers[block.count++] = items[i].primitive();
        last = items[i++].last();
      }
      if (!f(block)) return false;
      if (last) return true;
    }
  }

  void leaves(Ref a, Ref b) {
    if constexpr (TriangleQuery<Query>) {
      const bool all = for_each_block(b_.items(), b, triangles_b_, [&](Block& of_b) {
        return for_each_block(a_.items(), a, triangles_a_, [&](Block& of_a) { return ask_near(of_a, of_b); });
      });
      if (!all) order_.clear();
      return;
    }
    const bool all = for_each_primitive(a_.items(), a, [&](u32 i) {
      return for_each_primitive(b_.items(), b, [&](u32 j) {
        const Found found = query_.primitives(i, j);
        probe_.primitives(i, j, found);
        ++tests_;
        return found != Found::enough;
      });
    });
    if (!all) order_.clear();
  }

  const TreeA& a_;
  const TreeB& b_;
  Space space_;
  Query& query_;
  Probe& probe_;
  [[no_unique_address]] std::conditional_t<kTracked, Front&, NoFront> front_;
  typename Order::template Queue<Pair> order_;
  [[no_unique_address]] Rule rule_;
  Pair current_{{}, {}, -std::numeric_limits<double>::infinity(), {}, {}};
  u64 tests_ = 0;
  const SiblingTests& sibling_tests_ = sibling_tests();
  Boxed triangles_a_[kBlock], triangles_b_[kBlock];
  // What computing places along an axis, and distances of triangles, may round away, with room.
  double axis_room_ = 1e-12 * (length(a_.frame.centre) + length(b_.frame.centre) + a_.frame.radius + b_.frame.radius);
};

// The whole walk in one call.
template <class Order = DepthFirst, class Rule = LargestDiameter, WalkableTree A, WalkableTree B, PairQuery Query,
          class Probe>
void walk(const A& a, const Posed& b_in_a, const B& b, Query& query, Probe& probe) {
  PairWalk<A, B, Query, Order, Rule, Probe>(a, b_in_a, b, query, probe).run();
}
template <class Order = DepthFirst, class Rule = LargestDiameter, WalkableTree A, WalkableTree B, PairQuery Query>
void walk(const A& a, const Posed& b_in_a, const B& b, Query& query) {
  NoProbe probe;
  walk<Order, Rule>(a, b_in_a, b, query, probe);
}
// In another space than the volumes' own.
template <class Order = DepthFirst, class Rule = LargestDiameter, WalkableTree A, WalkableTree B, PairQuery Query,
          class Probe, class Space>
void walk_in(const Space& space, const A& a, const B& b, Query& query, Probe& probe) {
  PairWalk<A, B, Query, Order, Rule, Probe, Space>(a, space, b, query, probe).run();
}

}  // namespace apart
