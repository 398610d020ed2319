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
#include <concepts>

namespace apart {

// How near may the contents of two volumes be? Touching asks only whether they may meet, which is cheaper. Farness is
// for the greatest distance: what may be farthest is nearest to such a query.
struct Touching {
  template <class V>
  static double bound(const V& a, const PlacementFor<V>& at, const V& b) {
    return overlap(a, at, b) ? 0.0 : std::numeric_limits<double>::infinity();
  }
  static double bound(const Bounds& a, const Bounds& b) {
    const Vec3d apart = larger(a.low - b.high, b.low - a.high);
    return apart.x > 0 || apart.y > 0 || apart.z > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  }
};
struct Nearness {
  template <class V>
  static double bound(const V& a, const PlacementFor<V>& at, const V& b) {
    // Squares of larger gaps may have left the range of a float; then this is bound enough.
    return lesser(double(gap(a, at, b)), 1e18);
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

template <WalkableTree TreeA, WalkableTree TreeB, PairQuery Query, class Order = DepthFirst,
          class Rule = LargestDiameter, class Probe = NoProbe, class Space = InOwnSpace<typename TreeA::VolumeType>,
          class Front = NoFront>
class PairWalk {
  static constexpr bool kTracked = !std::is_same_v<Front, NoFront>;

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
    if (current_.bound > query_.reach()) return true;
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

  struct BoxedTriangle {
    u32 number;
    Triangled triangle;
    Bounds box;

    BoxedTriangle() = default;
    BoxedTriangle(u32 n, const Triangled& t) : number(n), triangle(t) {
      for (int k = 0; k < 3; ++k) box.add(t[k]);
    }
  };

  static constexpr int kBlock = 8;

  // Up to eight triangles of A with up to eight of B, those whose boxes are nearest first. False when it is enough.
  bool ask_near(const BoxedTriangle* of_a, int count_a, const BoxedTriangle* of_b, int count_b) {
    struct Near {
      double bound;
      signed char a, b;
    } near[kBlock * kBlock];
    int count = 0;
    for (int i = 0; i < count_a; ++i)
      for (int j = 0; j < count_b; ++j) {
        const double bound = Query::Measure::bound(of_a[i].box, of_b[j].box);
        if (bound > query_.reach()) {
          probe_.boxes_apart(of_a[i].number, of_b[j].number);
          continue;
        }
        int at = count++;
        for (; at > 0 && near[at - 1].bound > bound; --at) near[at] = near[at - 1];
        near[at] = {bound, static_cast<signed char>(i), static_cast<signed char>(j)};
      }
    for (int k = 0; k < count; ++k) {
      const BoxedTriangle &s = of_a[near[k].a], &t = of_b[near[k].b];
      if (near[k].bound > query_.reach()) {
        probe_.boxes_apart(s.number, t.number);
        continue;
      }
      const Found found = query_.primitives(s.number, s.triangle, t.number, t.triangle);
      probe_.primitives(s.number, t.number, found);
      ++tests_;
      if (found == Found::enough) return false;
    }
    return true;
  }

  // Calls f(triangles, count) for all triangles of a leaf, eight at a time, until f says false.
  template <class Fetch, class F>
  static bool for_each_block(std::span<const Item> items, Ref leaf, Fetch fetch, F f) {
    BoxedTriangle block[kBlock];
    int count = 0;
    const bool all = for_each_primitive(items, leaf, [&](u32 n) {
      block[count++] = BoxedTriangle(n, fetch(n));
      if (count < kBlock) return true;
      count = 0;
      return f(block, kBlock);
    });
    return all && (count == 0 || f(block, count));
  }

  void leaves(Ref a, Ref b) {
    if constexpr (TriangleQuery<Query>) {
      // Of one triangle each, the volumes have just said what boxes could.
      if (!a_.items()[a.first()].last() || !b_.items()[b.first()].last()) {
        const auto fetch_a = [&](u32 i) { return query_.pair.of_a(i); };
        const auto fetch_b = [&](u32 j) { return query_.pair.of_b(j); };
        const bool all = for_each_block(b_.items(), b, fetch_b, [&](const BoxedTriangle* of_b, int count_b) {
          return for_each_block(a_.items(), a, fetch_a, [&](const BoxedTriangle* of_a, int count_a) {
            return ask_near(of_a, count_a, of_b, count_b);
          });
        });
        if (!all) order_.clear();
        return;
      }
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
  Pair current_{.bound = -std::numeric_limits<double>::infinity()};
  u64 tests_ = 0;
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
