// One walk over a pair of trees. It owns the order, the descent rule, the space where volumes meet, and the probe; the
// query says how far it still cares, what to do with two primitives, and when it is done.
#pragma once
#include <apart/hierarchy/tree.hpp>
#include <apart/traversal/budget.hpp>
#include <apart/traversal/descent.hpp>
#include <apart/traversal/front.hpp>
#include <apart/traversal/hull_gap.hpp>
#include <apart/traversal/leaf_pairs.hpp>
#include <apart/traversal/order.hpp>
#include <apart/traversal/space.hpp>
#include <apart/volumes/obb_siblings.hpp>
#include <bit>
#include <vector>

namespace apart::traversal {

// Trees whose volumes lie in one array, siblings side by side.
template <class T>
concept SiblingsTogether = std::is_same_v<T, Tree<Obb<float>>> || std::is_same_v<T, TreeView<Obb<float>>>;

template <WalkableTree TreeA, WalkableTree TreeB, PairQuery Query, class Order = DepthFirst,
          class Rule = LargestDiameter, class Probe = NoProbe, class Space = InOwnSpace<typename TreeA::VolumeType>,
          class Front = NoFront>
class PairWalk {
  static constexpr bool kTracked = !std::is_same_v<Front, NoFront>;
  struct NoLook {};
  struct HullLook : HullGap::Look {
    bool covered = false;  // a pair above them stands for them in the cut
  };
  // Are the children of a node tested all at once?
  static constexpr bool kInLanes = SiblingsTogether<TreeA> && SiblingsTogether<TreeB> &&
                                   std::is_same_v<Space, InOwnSpace<Obb<float>>> &&
                                   (std::is_same_v<typename Query::Measure, Touching> ||
                                    std::is_same_v<typename Query::Measure, Nearness>);  // not one of a query's own
  // Does somebody want to know of every test, not only of what it leaves?
  static constexpr bool kTells = kTracked || !std::is_same_v<Probe, NoProbe>;
  // May the hulls of nodes be asked as well?
  static constexpr bool kLooks = kInLanes && LooksAlong<Query>;
  using Look = std::conditional_t<kLooks, HullLook, NoLook>;

 public:
  using V = typename TreeA::VolumeType;
  static_assert(std::is_same_v<V, typename TreeB::VolumeType>, "trees of one kind of volume");
  using Pair = OpenPair<typename TreeA::Node, typename TreeB::Node, typename Rule::Memory, typename Front::Mark, Look>;

  // The trees, the query and the probe must outlive the walk.
  PairWalk(const TreeA& a, const Pose& b_in_a, const TreeB& b, Query& query, Probe& probe)
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

  // Boxes that are not far enough apart are asked by their hulls too, which must outlive the walk.
  void look_closer(HullGap* hulls) requires kLooks { hulls_ = hulls; }

  // Where the last walk ended is where the next one may start. A cut is made of the pairs of inner nodes that a walk
  // drops, and of those that it opens down to leaves: between them they cover all there is, unless the query had enough
  // before the walk was over. Both are called before the first step, when the hulls are known.
  struct CutPair {
    typename TreeA::Node a;
    typename TreeB::Node b;
    Vec3f direction;  // from A to B, along which they lay apart
    [[no_unique_address]] typename Rule::Memory memory;
  };
  using Cut = std::vector<CutPair>;
  void keep_cut(Cut& next) requires kLooks { cut_ = &next; }
  void start_from(const Cut& last) requires kLooks {
    order_.clear();
    HullGap::Along along{};
    double depth_of_b = 0;
    const CutPair* before = nullptr;
    for (const CutPair& entry : last) {
      double bound = -std::numeric_limits<double>::infinity();
      if (hulls_->knows(entry.a, entry.b)) {
        // Siblings stand side by side in it, and see the same of the other.
        const bool same = before && before->direction == entry.direction;
        if (!same) along = hulls_->along(entry.direction);
        if (!same || before->b != entry.b) depth_of_b = hulls_->depth_of_b(entry.b, along);
        before = &entry;
        bound = hulls_->slab(along, hulls_->height_of_a(entry.a, along), depth_of_b);
      }
      ++tests_;
      if (bound > reach())
        cut_->push_back(entry);
      else
        order_.put({entry.a, entry.b, bound, entry.memory, {}, {{entry.direction, {}}, false}});
    }
  }

  bool done() const { return order_.empty(); }
  const Pair& current() const { return current_; }            // the pair that the last step took
  u64 tests() const { return tests_ + leaf_pairs_.tests(); }  // so far, of volumes and of primitives

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
    if constexpr (!std::is_same_v<Probe, NoProbe>) probe_.taken(index_of(current_.a), index_of(current_.b));
    if (current_.bound > reach()) {
      const auto drop = [&](const Pair& pair) { dropped(pair); };
      drop(current_);
      if constexpr (requires { order_.drop_beyond(0.0, drop); }) order_.drop_beyond(reach(), drop);
      return true;
    }
    const Ref a = a_.ref(current_.a), b = b_.ref(current_.b);
    if (a.is_leaf() && b.is_leaf()) {
      dropped(current_);
      if (!leaf_pairs_.ask(a_.items(), a, b_.items(), b, current_.bound)) order_.clear();
      return true;
    }
    if constexpr (kLooks)
      if (hulls_ && !a.is_leaf() && !b.is_leaf() && told_apart_by_hulls()) return dropped(current_), true;
    const Descend down = a.is_leaf()   ? Descend::b
                         : b.is_leaf() ? Descend::a
                                       : rule_(a_.volume(current_.a), b_.volume(current_.b), current_.memory);
    const auto memory = current_.memory.after(down);
    front_.open(current_.mark);
    if constexpr (kInLanes) {
      if (down == Descend::a) return open_in_lanes<true>(a_, a, seen_by_a(b_.volume(current_.b)), memory), true;
      if (down == Descend::b) return open_in_lanes<false>(b_, b, seen_by_b(a_.volume(current_.a)), memory), true;
    }
    Batch batch;
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
    BudgetWatch watch(budget, tests());
    while (!done() && !watch.spent(tests())) step();
    return done();
  }

 private:
  // How far is still cared for: as far as the query says, or nearer where vertices are known to be nearer.
  double reach() const {
    if constexpr (kLooks)
      if (hulls_) return lesser(query_.reach(), hulls_->at_most());
    return query_.reach();
  }

  void dropped([[maybe_unused]] const Pair& pair) {
    if constexpr (kLooks)
      if (cut_ && !pair.look.covered) cut_->push_back({pair.a, pair.b, pair.look.direction, pair.memory});
  }

  bool told_apart_by_hulls() requires kLooks {
    Vec3f& direction = current_.look.direction;
    if (direction == Vec3f{}) direction = hulls_->towards_b();
    current_.bound = larger(current_.bound, hulls_->between(current_.a, current_.b, reach(), current_.look));
    return current_.bound > reach();
  }

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
    const bool keep = !(bound > reach());                // written so that a bound that is not a number keeps the pair
    probe_.volumes(index_of(a), index_of(b), keep, bound);
    front_.tested(mark, keep);
    ++tests_;
    return {a, b, bound, memory, mark, {}};
  }

  void consider(Batch& batch, typename TreeA::Node a, typename TreeB::Node b, typename Rule::Memory memory,
                typename Front::Mark mark) {
    if (const Pair pair = tested(a, b, memory, mark); !(pair.bound > reach())) batch.add(pair);
  }

  void put(const Batch& batch) {
    for (int k = 0; k < batch.size; ++k) order_.put(batch.pairs[k]);
  }

  SeenObb seen_by_a(const Obb<float>& b) const {
    SeenObb out = SeenObb::from_a(b, space_.placement());
    if constexpr (kLooks) out.look_along(axis());
    return out;
  }
  SeenObb seen_by_b(const Obb<float>& a) const {
    SeenObb out = SeenObb::from_b(a, space_.placement());
    if constexpr (kLooks) out.look_along(-transposed_times(space_.placement().rotation, axis()));
    return out;
  }
  // In which direction the pair, or else the query's nearest parts, lie apart.
  Vec3f axis() const requires kLooks {
    const Vec3f direction = current_.look.direction;
    return direction == Vec3f{} ? cast<float>(query_.axis()) : direction;
  }

  // The same for all children of one node at once, where they lie side by side and the other node's volume is seen as
  // they see it.
  template <bool kOfA, class Tree>
  void open_in_lanes(const Tree& tree, Ref parent, const SeenObb& other, typename Rule::Memory memory) {
    const u32 first = parent.first(), count = count_children(tree.nodes, parent);
    APART_ASSERT(count <= kMostSiblings, "a node with more children than are tested at once");
    const Obb<float>* siblings = tree.volumes.data() + first;
    double bounds[kMostSiblings];
    if constexpr (kLooks) {
      if (cut_ && !current_.look.covered && opens_to_leaves(tree.nodes, first, count)) {
        dropped(current_);
        current_.look.covered = true;
      }
    }
    if constexpr (std::is_same_v<typename Query::Measure, Touching>) {
      const u32 met = sibling_tests_.overlap(other, siblings, count);
      for (u32 k = 0; k < count; ++k) bounds[k] = Touching::bound(met >> k & 1);
    } else {
      float gaps[kMostSiblings];
      sibling_tests_.gap(other, siblings, count, gaps);
      for (u32 k = 0; k < count; ++k) bounds[k] = Nearness::bound(gaps[k]);
    }
    u32 open = 0;  // a bit for each child that is within reach
    for (u32 k = 0; k < count; ++k) {
      bounds[k] = larger(bounds[k], current_.bound);  // children are part of their parents
      open |= u32(!(bounds[k] > reach())) << k;       // written so that a bound that is not a number keeps the pair
    }
    [[maybe_unused]] Vec3f across[kMostSiblings];
    if constexpr (kLooks) {
      for (Vec3f& of_child : across) of_child = {};
      if (hulls_) look_at_children<kOfA>(first, open, bounds, across);
    }
    // Nearest last; of equals the later one is put first, as one at a time would.
    const double reach = this->reach();
    u32 kept[kMostSiblings], size = 0;
    typename Front::Mark marks[kMostSiblings];
    for (u32 rest = kTells || cut_ ? (u32(1) << count) - 1 : open; rest != 0; rest &= rest - 1) {
      const u32 k = static_cast<u32>(std::countr_zero(rest));
      const bool keep = !(bounds[k] > reach);
      const auto node_a = kOfA ? first + k : current_.a, node_b = kOfA ? current_.b : first + k;
      marks[k] = front_.add(node_a, node_b, memory);
      probe_.volumes(index_of(node_a), index_of(node_b), keep, bounds[k]);
      front_.tested(marks[k], keep);
      if (!keep) {
        dropped({node_a, node_b, bounds[k], memory, marks[k], current_.look});
        continue;
      }
      u32 at = size++;
      for (; at > 0 && bounds[kept[at - 1]] <= bounds[k]; --at) kept[at] = kept[at - 1];
      kept[at] = k;
    }
    tests_ += count;
    for (u32 i = 0; i < size; ++i) {
      const u32 k = kept[i];
      Pair pair{
          kOfA ? first + k : current_.a, kOfA ? current_.b : first + k, bounds[k], memory, marks[k], current_.look};
      if constexpr (kLooks) pair.look.across = across[k];
      order_.put(pair);
    }
  }

  static bool opens_to_leaves(std::span<const Ref> nodes, u32 first, u32 count) {
    return std::any_of(nodes.begin() + first, nodes.begin() + first + count, [](Ref ref) { return ref.is_leaf(); });
  }

  // Bounds of the children by the slab that lies between their parents, where boxes leave them.
  template <bool kOfA>
  void look_at_children(u32 first, u32 open, double* bounds, Vec3f* across) requires kLooks {
    const u32 other = kOfA ? current_.b : current_.a;
    if (kOfA ? b_.ref(other).is_leaf() : a_.ref(other).is_leaf()) return;
    const HullGap::Along along = hulls_->along(current_.look.direction);
    const HullGap::End of_other = kOfA ? hulls_->begin_of_b(other, along) : hulls_->end_of_a(other, along);
    for (; open != 0; open &= open - 1) {
      const u32 k = static_cast<u32>(std::countr_zero(open)), child = first + k;
      if (kOfA ? a_.ref(child).is_leaf() : b_.ref(child).is_leaf()) continue;
      const double slab = kOfA ? hulls_->slab(along, hulls_->end_of_a(child, along), of_other, across[k])
                               : hulls_->slab(along, of_other, hulls_->begin_of_b(child, along), across[k]);
      bounds[k] = larger(bounds[k], slab);
    }
  }

  const TreeA& a_;
  const TreeB& b_;
  Space space_;
  Query& query_;
  Probe& probe_;
  [[no_unique_address]] std::conditional_t<kTracked, Front&, NoFront> front_;
  typename Order::template Queue<Pair> order_;
  [[no_unique_address]] Rule rule_;
  Pair current_{{}, {}, -std::numeric_limits<double>::infinity(), {}, {}, {}};
  u64 tests_ = 0;
  HullGap* hulls_ = nullptr;
  Cut* cut_ = nullptr;
  const SiblingTests& sibling_tests_ = sibling_tests();
  LeafPairs<Query, Probe> leaf_pairs_{query_, probe_};
};

// The whole walk in one call.
template <class Order = DepthFirst, class Rule = LargestDiameter, WalkableTree A, WalkableTree B, PairQuery Query,
          class Probe>
void walk(const A& a, const Pose& b_in_a, const B& b, Query& query, Probe& probe) {
  PairWalk<A, B, Query, Order, Rule, Probe>(a, b_in_a, b, query, probe).run();
}
template <class Order = DepthFirst, class Rule = LargestDiameter, WalkableTree A, WalkableTree B, PairQuery Query>
void walk(const A& a, const Pose& b_in_a, const B& b, Query& query) {
  NoProbe probe;
  walk<Order, Rule>(a, b_in_a, b, query, probe);
}
// In another space than the volumes' own.
template <class Order = DepthFirst, class Rule = LargestDiameter, WalkableTree A, WalkableTree B, PairQuery Query,
          class Probe, class Space>
void walk_in(const Space& space, const A& a, const B& b, Query& query, Probe& probe) {
  PairWalk<A, B, Query, Order, Rule, Probe, Space>(a, space, b, query, probe).run();
}

}  // namespace apart::traversal
