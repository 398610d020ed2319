// One walk over a pair of trees. It owns the order, the descent rule and the probe; the query says how far it still
// cares, what to do with two primitives, and when it is done.
#pragma once
#include <apart/hierarchy/tree.hpp>
#include <apart/traversal/descent.hpp>
#include <apart/traversal/order.hpp>
#include <apart/traversal/probe.hpp>
#include <concepts>

namespace apart {

// How near may the contents of two volumes be? Touching asks only whether they may meet, which is cheaper.
struct Touching {
  template <class V>
  static double bound(const V& a, const PlacementFor<V>& at, const V& b) {
    return overlap(a, at, b) ? 0.0 : std::numeric_limits<double>::infinity();
  }
};
struct Nearness {
  template <class V>
  static double bound(const V& a, const PlacementFor<V>& at, const V& b) {
    // Squares of larger gaps may have left the range of a float; then this is bound enough.
    return lesser(double(gap(a, at, b)), 1e18);
  }
};

template <class Q>
concept PairQuery = requires(Q query, const Q asked, u32 i, u32 j) {
  typename Q::Measure;
  { asked.reach() } -> std::same_as<double>;  // pairs whose bound is greater are dropped
  { query.primitives(i, j) } -> std::same_as<Found>;
};

template <Volume V, PairQuery Query, class Order = DepthFirst, class Rule = LargestDiameter, class Probe = NoProbe>
class PairWalk {
 public:
  // The trees, the query and the probe must outlive the walk.
  PairWalk(const Tree<V>& a, const Posed& b_in_a, const Tree<V>& b, Query& query, Probe& probe)
      : a_(a), b_(b), at_(placement_for<V>(a.frame, b_in_a, b.frame)), query_(query), probe_(probe) {
    if (!a.empty() && !b.empty()) {
      Batch batch;
      consider(batch, 0, 0);
      put(batch);
    }
  }

  bool done() const { return order_.empty(); }
  OpenPair current() const { return current_; }  // the pair that the last step took

  // Takes one pair: drops it, asks about its primitives, or replaces it by pairs of children. False when the walk
  // was already over.
  bool step() {
    if (order_.empty()) return false;
    current_ = order_.take();
    if (current_.bound > query_.reach()) return true;
    const Ref a = a_.nodes[current_.a], b = b_.nodes[current_.b];
    if (a.is_leaf() && b.is_leaf()) {
      leaves(a, b);
      return true;
    }
    const bool down_a =
        b.is_leaf() || (!a.is_leaf() && rule_(a_.volumes[current_.a], b_.volumes[current_.b]) == Descend::a);
    Batch batch;
    for (u32 k = 0; k < 2; ++k) {
      if (down_a)
        consider(batch, a.first() + k, current_.b);
      else
        consider(batch, current_.a, b.first() + k);
    }
    put(batch);
    return true;
  }

  void run() {
    while (step()) {
    }
  }

 private:
  struct Batch {
    OpenPair pairs[2];
    int size = 0;
  };

  void consider(Batch& batch, u32 a, u32 b) {
    const double bound = Query::Measure::bound(a_.volumes[a], at_, b_.volumes[b]);
    const bool keep = !(bound > query_.reach());  // written so that a bound that is not a number keeps the pair
    probe_.volumes(a, b, keep);
    if (keep) batch.pairs[batch.size++] = {a, b, bound};
  }

  // The nearest last, where a depth-first order takes it first.
  void put(Batch& batch) {
    if (batch.size == 2 && batch.pairs[0].bound <= batch.pairs[1].bound) std::swap(batch.pairs[0], batch.pairs[1]);
    for (int k = 0; k < batch.size; ++k) order_.put(batch.pairs[k]);
  }

  void leaves(Ref a, Ref b) {
    const bool all = for_each_primitive(a_.order, a, [&](u32 i) {
      return for_each_primitive(b_.order, b, [&](u32 j) {
        const Found found = query_.primitives(i, j);
        probe_.primitives(i, j, found);
        return found != Found::enough;
      });
    });
    if (!all) order_.clear();
  }

  const Tree<V>& a_;
  const Tree<V>& b_;
  PlacementFor<V> at_;
  Query& query_;
  Probe& probe_;
  Order order_;
  [[no_unique_address]] Rule rule_;
  OpenPair current_{};
};

// The whole walk in one call.
template <class Order = DepthFirst, class Rule = LargestDiameter, Volume V, PairQuery Query, class Probe>
void walk(const Tree<V>& a, const Posed& b_in_a, const Tree<V>& b, Query& query, Probe& probe) {
  PairWalk<V, Query, Order, Rule, Probe>(a, b_in_a, b, query, probe).run();
}
template <class Order = DepthFirst, class Rule = LargestDiameter, Volume V, PairQuery Query>
void walk(const Tree<V>& a, const Posed& b_in_a, const Tree<V>& b, Query& query) {
  NoProbe probe;
  walk<Order, Rule>(a, b_in_a, b, query, probe);
}

}  // namespace apart
