// The traversal of a pair of trees, for any tree, query and policy. It takes open pairs of nodes in the policy's order,
// drops those beyond the query's reach, tests the primitives of two leaves, and replaces the others by pairs of
// children.
#pragma once
#include <apart/traversal/budget.hpp>
#include <apart/traversal/expand.hpp>
#include <apart/traversal/leaf_pairs.hpp>
#include <apart/traversal/policy.hpp>

namespace apart::traversal {

template <WalkableTree TreeA, WalkableTree TreeB, PairQuery Query, WalkPolicy Policy = DefaultPolicy>
class PairWalk {
  using V = typename TreeA::VolumeType;
  static_assert(std::is_same_v<V, typename TreeB::VolumeType>, "trees of one kind of volume");
  using Memory = typename Policy::Rule::Memory;
  using Space = typename Policy::template Space<V>;
  using Front = typename Policy::Front;
  using Probe = typename Policy::Probe;
  using Hulls = typename Policy::Hulls::template State<Memory>;
  static constexpr bool kTracked = !std::is_same_v<Front, NoFront>;
  static constexpr bool kHulls = !std::is_same_v<typename Policy::Hulls, NoHulls>;
  // Is every test reported, not only those that keep a pair?
  static constexpr bool kReportsAll = kTracked || !std::is_same_v<Probe, NoProbe>;
  // Are all pairs that are kept the same but for their nodes?
  static constexpr bool kAllAlike = std::is_same_v<typename Query::Measure, Touching> && !kReportsAll &&
                                    std::is_same_v<typename Policy::Hulls, NoHulls>;

 public:
  using Pair =
      OpenPair<typename TreeA::Node, typename TreeB::Node, Memory, typename Front::Mark, typename Policy::Hulls::Hint>;

  // The trees, the query and the probe must outlive the walk.
  PairWalk(const TreeA& a, const Pose& b_in_a, const TreeB& b, Query& query, Probe& probe)
      : PairWalk(a, Space(a.frame, b_in_a, b.frame), b, query, probe) {}
  PairWalk(const TreeA& a, const Space& space, const TreeB& b, Query& query, Probe& probe) requires(!kTracked)
      : a_(a), b_(b), space_(space), query_(query), probe_(probe) {
    if (a.empty() || b.empty()) return;
    if (const Pair roots = tested(a.root(), b.root(), {}, {}); !(roots.bound > reach())) order_.put(roots);
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
      if (const Pair pair = tested(entry.a, entry.b, entry.memory, mark); !(pair.bound > reach()))
        start.push_back(pair);
    });
    std::stable_sort(start.begin(), start.end(), [](const Pair& x, const Pair& y) { return x.bound > y.bound; });
    for (const Pair& pair : start) order_.put(pair);
  }

  // The hulls of nodes, and the cut to keep: hull_bounds.hpp.
  Hulls& hulls() { return hulls_; }
  // Instead of at the roots, before the first step.
  void start_from(const auto& cut) {
    order_.clear();
    tests_ += cut.size();
    hulls_.start_from(cut, query_.reach(), [&](const auto& entry, double bound) {
      order_.put({entry.a, entry.b, bound, entry.memory, {}, {{entry.direction, {}}, false}});
    });
  }

  // Choices that are made at run time (at_run_time.hpp), before the first step.
  auto& order() { return order_; }
  auto& rule() { return rule_; }

  bool done() const { return order_.empty(); }
  const Pair& current() const { return current_; }            // the pair that the last step took
  u64 tests() const { return tests_ + leaf_pairs_.tests(); }  // so far, of volumes and of primitives

  // No pair that is still open has a smaller bound; infinite when none is open.
  double least_open_bound() const {
    double least = std::numeric_limits<double>::infinity();
    order_.for_each([&](const Pair& pair) { least = lesser(least, pair.bound); });
    return least;
  }

  // Takes one pair: drops it, tests its primitives, or replaces it by pairs of children. False when the walk was
  // already over.
  bool step() {
    if (order_.empty()) return false;
    current_ = order_.take();
    if constexpr (!std::is_same_v<Probe, NoProbe>) probe_.taken(index_of(current_.a), index_of(current_.b));
    if (current_.bound > reach()) {
      const auto drop = [&](const Pair& pair) { hulls_.dropped(pair); };
      drop(current_);
      if constexpr (requires { order_.drop_beyond(0.0, drop); }) order_.drop_beyond(reach(), drop);
      return true;
    }
    const Ref a = a_.ref(current_.a), b = b_.ref(current_.b);
    if constexpr (kHulls) {
      if (hulls_.twig_a(current_.a) && hulls_.twig_b(current_.b)) {
        test_twigs();
        return true;
      }
    }
    if (a.is_leaf() && b.is_leaf()) {
      hulls_.dropped(current_);
      if (!leaf_pairs_.test(a_.items(), a, b_.items(), b, current_.bound)) order_.clear();
      return true;
    }
    if (hulls_.separate(current_, query_.reach())) {
      hulls_.dropped(current_);
      return true;
    }
    // A twig is taken apart only beside a leaf that is none.
    const Descend down = a.is_leaf()                 ? Descend::b
                         : b.is_leaf()               ? Descend::a
                         : hulls_.twig_a(current_.a) ? Descend::b
                         : hulls_.twig_b(current_.b)
                             ? Descend::a
                             : rule_(a_.volume(current_.a), b_.volume(current_.b), current_.memory);
    const Memory memory = current_.memory.after(down);
    front_.open(current_.mark);
    expand_(a_, a, b_, b, current_, down, space_, axis(), probe_, [&](auto& children) { put(children, memory); });
    return true;
  }

  void run() {
    while (step()) {
    }
  }
  // Runs until it is done or the budget is spent; returns whether it is done. May be called again to continue.
  bool run(const Budget& budget) {
    BudgetWatch watch(budget, tests());
    while (!done() && !watch.spent(tests())) step();
    return done();
  }

 private:
  // Pairs with a greater bound do not matter any more.
  double reach() const { return hulls_.reach(query_.reach()); }

  auto axis() const {
    if constexpr (HasAxis<Query>)
      return hulls_.axis(current_.hint, query_);
    else
      return NoAxis{};
  }

  // Two small subtrees at once: the triangles that may be nearest.
  void test_twigs() {
    const bool apart = hulls_.separate(current_, query_.reach());
    hulls_.dropped(current_);
    if (apart) return;
    HullGap::NearTriangles of_a, of_b;
    hulls_.near_triangles(current_, query_.reach(), of_a, of_b);
    const Vec3d direction = cast<double>(current_.hint.direction);  // in floats, so of length one to their rounding
    if (!leaf_pairs_.test({of_a.numbers, of_a.count}, {of_b.numbers, of_b.count}, direction / length(direction)))
      order_.clear();
    if constexpr (requires { order_.settle(); }) order_.settle();
  }

  Pair tested(typename TreeA::Node a, typename TreeB::Node b, Memory memory, typename Front::Mark mark) {
    const double bound =
        space_.template bound<typename Query::Measure>(index_of(a), a_.volume(a), index_of(b), b_.volume(b), probe_);
    report(a, b, mark, bound, !(bound > reach()));
    ++tests_;
    return {a, b, bound, memory, mark, {}};
  }

  // Puts the children of the current pair that are within reach, the nearest last, where a depth-first order takes it
  // first; of equals the later one first.
  template <class Children>
  void put(Children& children, Memory memory) {
    if constexpr (kAllAlike && requires { children.met; }) {
      tests_ += children.count;
      for (u32 rest = 0.0 > reach() ? 0 : children.met; rest != 0;) {
        const u32 k = static_cast<u32>(std::bit_width(rest)) - 1;
        rest ^= u32(1) << k;
        order_.put({children.a(k), children.b(k), 0, memory, {}, {}});
      }
      return;
    }
    u64 near = 0;  // a bit for each child that is within reach
    const double at_first = reach();
    for (u32 k = 0; k < children.count; ++k) {
      children.bounds[k] = larger(children.bounds[k], current_.bound);  // children are part of their parents
      near |= u64(!(children.bounds[k] > at_first))
              << k;  // written so that a bound that is not a number keeps the pair
    }
    const auto hints = hulls_.refine(children, near, current_, a_, b_);
    const double reach = this->reach();
    u32 kept[Children::kMost], size = 0;
    typename Front::Mark marks[Children::kMost];
    for (u64 rest = kReportsAll || hulls_.reports_all() ? ~u64(0) >> (64 - children.count) : near; rest != 0;
         rest &= rest - 1) {
      const u32 k = static_cast<u32>(std::countr_zero(rest));
      const double bound = children.bounds[k];
      const bool keep = !(bound > reach);
      marks[k] = front_.add(children.a(k), children.b(k), memory);
      report(children.a(k), children.b(k), marks[k], bound, keep);
      if (!keep) {
        hulls_.dropped(Pair{children.a(k), children.b(k), bound, memory, marks[k], current_.hint});
        continue;
      }
      u32 at = size++;
      for (; at > 0 && children.bounds[kept[at - 1]] <= bound; --at) kept[at] = kept[at - 1];
      kept[at] = k;
    }
    tests_ += children.count;
    for (u32 i = 0; i < size; ++i) {
      const u32 k = kept[i];
      order_.put({children.a(k), children.b(k), children.bounds[k], memory, marks[k], hints(k)});
    }
  }

  void report(typename TreeA::Node a, typename TreeB::Node b, typename Front::Mark mark, double bound, bool keep) {
    probe_.volumes(index_of(a), index_of(b), keep, bound);
    front_.tested(mark, keep);
  }

  const TreeA& a_;
  const TreeB& b_;
  Space space_;
  Query& query_;
  Probe& probe_;
  [[no_unique_address]] std::conditional_t<kTracked, Front&, NoFront> front_;
  typename Policy::Order::template Queue<Pair> order_;
  [[no_unique_address]] typename Policy::Rule rule_;
  Pair current_{{}, {}, -std::numeric_limits<double>::infinity(), {}, {}, {}};
  u64 tests_ = 0;
  [[no_unique_address]] Hulls hulls_;
  [[no_unique_address]] ExpandFor<TreeA, TreeB, Query, Space> expand_;
  LeafPairs<Query, Probe> leaf_pairs_{query_, probe_};
};

// The whole walk in one call.
template <WalkPolicy Policy = DefaultPolicy, WalkableTree A, WalkableTree B, PairQuery Query>
void walk(const A& a, const Pose& b_in_a, const B& b, Query& query) {
  typename Policy::Probe probe;
  PairWalk<A, B, Query, Policy>(a, b_in_a, b, query, probe).run();
}
// Observed by a probe.
template <WalkPolicy Policy = DefaultPolicy, WalkableTree A, WalkableTree B, PairQuery Query, class Probe>
void walk(const A& a, const Pose& b_in_a, const B& b, Query& query, Probe& probe) {
  PairWalk<A, B, Query, WithProbe<Policy, Probe>>(a, b_in_a, b, query, probe).run();
}
// In another space than the volumes' own.
template <WalkPolicy Policy = DefaultPolicy, WalkableTree A, WalkableTree B, PairQuery Query, class Probe, class Space>
void walk_in(const Space& space, const A& a, const B& b, Query& query, Probe& probe) {
  PairWalk<A, B, Query, WithSpace<WithProbe<Policy, Probe>, Space>>(a, space, b, query, probe).run();
}

}  // namespace apart::traversal
