// The tree and the traversal of one kind of volume, behind erased.hpp. Included by the sources of trees/ alone.
#pragma once
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/fit/tumble.hpp>
#include <apart/kit/asked.hpp>
#include <apart/kit/erased.hpp>
#include <apart/traversal/at_run_time.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/traversal/watch/costs.hpp>
#include <cmath>
#include <optional>

namespace apart::kit {

template <class V>
class TreeOf;

template <class V>
class WalkOf final : public ErasedWalk {
 public:
  WalkOf(const TreeOf<V>& a, const TreeOf<V>& b, const WalkKinds& kinds)
      : a_(a), b_(b), kinds_(kinds), front_(kinds.front) {
    if constexpr (AlignedVolume<V>) {
      if (kinds.tumble == TumbleKind::climb)
        tumble_ = [climb = std::make_shared<TumbleByClimbing<V>>(b.tree, b.mesh)](u32 node, const Pose& at) {
          return (*climb)(node, at);
        };
      if constexpr (Climbing<V>::kHasCorners)
        if (kinds.tumble == TumbleKind::corners)
          tumble_ = [corners = std::make_shared<TumbleByCorners<V>>(b.tree)](u32 node, const Pose& at) {
            return (*corners)(node, at);
          };
    }
  }

  Answer ask(const Pose& b_in_a) override {
    Answer out;
    CountAndRecord probe;
    ask(b_in_a, probe, out);
    front_.finish();
    const Count& n = probe.count;
    out.counts = {n.disjoint, n.meeting, n.separated, n.contacts, n.updates, n.boxes};
    return out;
  }

  TestCosts costs(const Pose& b_in_a, double seconds) override {
    Record record;
    CountAndRecord probe{{}, &record};
    Answer out;
    AnyFront<u32, u32, AnyRule::Memory> from_roots(false);
    std::swap(front_, from_roots);  // all tests of the query, not only those that a front leaves
    ask(b_in_a, probe, out);
    std::swap(front_, from_roots);
    const Space in = space(b_in_a);
    const auto there = place_at({b_in_a.rotation, b_in_a * b_.tree.frame.centre - a_.tree.frame.centre});
    const auto place = [&](u32 node) { return there ? there(node) : in.placed_b(b_.tree.volumes[node]); };
    std::vector<V> of_a, of_b;
    for (const Record::Test& test : record.tests) {
      of_a.push_back(in.placed_a(a_.tree.volumes[test.a]));
      of_b.push_back(place(test.b));
    }
    TestCosts costs;
    costs.volume = seconds_each(of_a.size(), seconds, [&] {
      double sum = 0;
      for (std::size_t k = 0; k < of_a.size(); ++k) sum += tested(in, of_a[k], of_b[k]) == 0;
      return sum;
    });
    costs.triangle = triangle_cost(record, {a_.mesh, b_in_a, b_.mesh}, kinds_, seconds);
    if (kinds_.space != SpaceKind::own)
      costs.update = seconds_each(record.tests.size(), seconds, [&] {
        double sum = 0;
        for (const Record::Test& test : record.tests) sum += is_empty(place(test.b));
        return sum;
      });
    return costs;
  }

  std::size_t front_size() const override { return front_.size(); }

 private:
  using Space = AnySpace<V>;
  using WalkFront = AnyFront<u32, u32, AnyRule::Memory>;
  struct Policy : InOrder<AnyOrder, AnyRule> {
    template <class>
    using Space = AnySpace<V>;
    using Front = WalkFront;
    using Probe = CountAndRecord;
  };

  double tested(const Space& in, const V& a, const V& b) const {
    switch (kinds_.query) {
      case QueryKind::collide:
      case QueryKind::all:
        return in.template tested<Touching>(a, b);
      case QueryKind::within:
      case QueryKind::distance:
        return in.template tested<Nearness>(a, b);
      case QueryKind::span:
        break;
    }
    return in.template tested<Farness>(a, b);
  }

  Space space(const Pose& b_in_a) {
    const Tree<V>&a = a_.tree, &b = b_.tree;
    switch (kinds_.space) {
      case SpaceKind::own:
        break;
      case SpaceKind::of_a:
        if (kinds_.keep) placed_.b.begin(b.nodes.size());
        return InModelSpace<V>(a.frame, b_in_a, b.frame, kinds_.keep ? &placed_.b : nullptr,
                               kinds_.tumble == TumbleKind::after_balls ? Tumbling::after_balls : Tumbling::wrap,
                               place_at({b_in_a.rotation, b_in_a * b.frame.centre - a.frame.centre}));
      case SpaceKind::world:
        if (kinds_.keep) placed_.begin(a.nodes.size(), b.nodes.size());
        return InWorldSpace<V>(a.frame, kinds_.a_in_world, b.frame, kinds_.a_in_world * b_in_a,
                               kinds_.keep ? &placed_ : nullptr);
    }
    return InOwnSpace<V>(a.frame, b_in_a, b.frame);
  }

  typename InModelSpace<V>::Place place_at(const Pose& at) const {
    if (!tumble_) return {};
    return [this, at](u32 node) { return tumble_(node, at); };
  }

  template <class Query>
  void run(const Pose& b_in_a, Query& query, CountAndRecord& probe) {
    PairWalk<Tree<V>, Tree<V>, Query, Policy> walk(a_.tree, space(b_in_a), b_.tree, query, probe, front_);
    walk.order().choose(kinds_.order);
    walk.rule().kind = kinds_.rule;
    walk.run();
  }

  void ask(const Pose& b_in_a, CountAndRecord& probe, Answer& out) {
    const PlacedPair pair{a_.mesh, b_in_a, b_.mesh};
    switch (kinds_.query) {
      case QueryKind::collide:
      case QueryKind::all: {
        AskTouching query{pair, kinds_.query == QueryKind::all, out.pairs};
        run(b_in_a, query, probe);
        out.yes = !out.pairs.empty();
        break;
      }
      case QueryKind::within:
      case QueryKind::distance: {
        AskNearness query = asked_nearness(pair, kinds_);
        run(b_in_a, query, probe);
        if (query.tolerance) {
          const Within& within = query.tolerance->answer;
          out.yes = within.within;
          if (out.yes) out.pairs.push_back({within.a.triangle, within.b.triangle});
        } else {
          out.distance = query.best_distance;
          if (query.best.squared < std::numeric_limits<double>::infinity())
            out.pairs.push_back({query.best_a, query.best_b});
        }
        break;
      }
      case QueryKind::span: {
        AskFarness query{pair};
        run(b_in_a, query, probe);
        out.distance = query.best_distance;
        if (query.best.squared >= 0) out.pairs.push_back({query.best_a, query.best_b});
      }
    }
  }

  const TreeOf<V>&a_, &b_;
  WalkKinds kinds_;
  WalkFront front_;
  typename InWorldSpace<V>::Cache placed_;
  std::function<V(u32 node, const Pose& at)> tumble_;  // another way than to wrap
};

template <class V>
class TreeOf final : public ErasedTree {
 public:
  explicit TreeOf(TreeParts parts)
      : ErasedTree(std::move(parts.mesh), std::move(parts.choice)),
        way(parts.way),
        tree(fit_tree<V>(std::move(parts.topology), mesh, {.threads = choice.threads, .way = parts.way})) {}

  std::size_t nodes() const override { return tree.nodes.size(); }
  std::size_t bytes() const override {
    return tree.nodes.size() * (sizeof(Ref) + sizeof(V)) + tree.order.size() * sizeof(Item);
  }
  std::shared_ptr<const ErasedTree> refitted(Mesh moved) const override {
    return std::make_shared<TreeOf>(TreeParts{std::move(moved), choice, {tree.nodes, tree.order}, way});
  }
  std::unique_ptr<ErasedWalk> walk(const ErasedTree& b, const WalkKinds& kinds) const override {
    return std::make_unique<WalkOf<V>>(*this, static_cast<const TreeOf&>(b), kinds);
  }

  const FitWay way;
  const Tree<V> tree;
};

template <class V>
std::shared_ptr<const ErasedTree> erased_tree(TreeParts parts) {
  return std::make_shared<TreeOf<V>>(std::move(parts));
}

}  // namespace apart::kit
