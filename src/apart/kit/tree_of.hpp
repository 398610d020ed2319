// The tree and the traversal of one kind of volume and layout, behind erased.hpp. Included by the sources of trees/
// alone.
#pragma once
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/fit/tumble.hpp>
#include <apart/hierarchy/trees/lazy_tree.hpp>
#include <apart/hierarchy/trees/nested_tree.hpp>
#include <apart/kit/asked.hpp>
#include <apart/kit/erased.hpp>
#include <apart/traversal/at_run_time.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/traversal/watch/costs.hpp>
#include <cmath>
#include <cstring>
#include <optional>

namespace apart::kit {

// How each layout is made, what it takes, and how its volumes are found by their index.
template <class T>
struct Layout;

// The volumes that were saved of this many nodes, into `volumes`. False if there are none, or others.
template <class V>
bool take_saved(SavedArrays* saved, std::size_t nodes, auto& volumes) {
  if constexpr (std::is_trivially_copyable_v<V>) {
    if (!saved || saved->bytes_each != sizeof(V) || saved->volumes.size() != nodes * sizeof(V)) return false;
    volumes.resize(nodes);
    if (nodes > 0) std::memcpy(volumes.data(), saved->volumes.data(), saved->volumes.size());
    saved->volumes = {}, saved->bytes_each = 0;
    return true;
  }
  return false;
}
template <class V>
SavedArrays arrays_of(const auto& tree, std::span<const V> volumes) {
  SavedArrays out{tree.nodes, tree.order, {}, 0, tree.frame};
  if constexpr (std::is_trivially_copyable_v<V>) out.volumes = std::as_bytes(volumes), out.bytes_each = sizeof(V);
  return out;
}

template <class V>
struct Layout<Tree<V>> {
  static Tree<V> make(TreeParts& parts, const Mesh& mesh, u32 threads) {
    if (Tree<V> tree; take_saved<V>(parts.saved, parts.topology.nodes.size(), tree.volumes)) {
      tree.nodes = std::move(parts.topology.nodes), tree.order = std::move(parts.topology.order);
      tree.frame = parts.saved->frame;
      return tree;
    }
    return fit_tree<V>(std::move(parts.topology), mesh, {.threads = threads, .way = parts.way});
  }
  static std::size_t nodes(const Tree<V>& tree) { return tree.nodes.size(); }
  static std::size_t most_nodes(const Tree<V>& tree) { return tree.nodes.size(); }
  static std::size_t bytes(const Tree<V>& tree) {
    return tree.nodes.size() * (sizeof(Ref) + sizeof(V)) + tree.order.size() * sizeof(Item);
  }
  static std::span<const V> volumes(const Tree<V>& tree) { return tree.volumes; }
  static std::optional<SavedArrays> arrays(const Tree<V>& tree) { return arrays_of<V>(tree, tree.volumes); }
};

template <class V>
struct Layout<NestedTree<V>> {
  using Seen = typename NestedTree<V>::VolumeType;
  static NestedTree<V> make(TreeParts& parts, const Mesh& mesh, u32) {
    if (NestedTree<V> tree;
        take_saved<typename Nesting<V>::Kept>(parts.saved, parts.topology.nodes.size(), tree.kept)) {
      tree.nodes = std::move(parts.topology.nodes), tree.order = std::move(parts.topology.order);
      tree.frame = parts.saved->frame;
      return tree;
    }
    return fit_nested<V>(std::move(parts.topology), mesh);
  }
  static std::size_t nodes(const NestedTree<V>& tree) { return tree.nodes.size(); }
  static std::size_t most_nodes(const NestedTree<V>& tree) { return tree.nodes.size(); }
  static std::size_t bytes(const NestedTree<V>& tree) { return hierarchy::bytes(tree); }
  static std::optional<SavedArrays> arrays(const NestedTree<V>& tree) {
    return arrays_of<typename Nesting<V>::Kept>(tree, tree.kept);
  }
  // All of them, decoded from the root down.
  static std::vector<Seen> volumes(const NestedTree<V>& tree) {
    std::vector<Seen> out(tree.nodes.size(), Seen::nothing());
    std::vector<typename NestedTree<V>::Node> open;
    if (!tree.empty()) open.push_back(tree.root());
    while (!open.empty()) {
      const auto node = open.back();
      open.pop_back();
      out[node.index] = tree.volume(node);
      if (const Ref ref = tree.ref(node); !ref.is_leaf())
        for_each_child(tree, node, ref, [&](const auto& child) { open.push_back(child); });
    }
    return out;
  }
};

template <class V>
struct Layout<LazyTree<V>> {
  static LazyTree<V> make(TreeParts& parts, const Mesh& mesh, u32 threads) {
    return LazyTree<V>(mesh, TopDown<AnySplit>{std::move(parts.split), parts.choice.leaf, threads});
  }
  static std::size_t nodes(const LazyTree<V>& tree) { return tree.nodes_made(); }
  static std::size_t most_nodes(const LazyTree<V>& tree) { return tree.most_nodes(); }
  static std::size_t bytes(const LazyTree<V>& tree) { return tree.bytes_made(); }
  struct Visited {
    const LazyTree<V>& tree;
    const V& operator[](u32 node) const { return tree.volume(node); }
  };
  static Visited volumes(const LazyTree<V>& tree) { return {tree}; }
  static std::optional<SavedArrays> arrays(const LazyTree<V>&) { return {}; }
};

template <class T>
class TreeOf;

template <class T>
class WalkOf final : public ErasedWalk {
  using V = typename T::VolumeType;
  static constexpr bool kFlat = std::is_same_v<T, Tree<V>>;

 public:
  WalkOf(const TreeOf<T>& a, const TreeOf<T>& b, const WalkKinds& kinds)
      : a_(a), b_(b), kinds_(kinds), front_(kinds.front) {
    if constexpr (kFlat && AlignedVolume<V>) {
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

  Answer ask(const Pose& b_in_a, WalkObserver* observer) override {
    Answer out;
    CountAndTell probe{{}, observer};
    ask(b_in_a, probe, out);
    front_.finish();
    const Count& n = probe.count;
    out.counts = {n.disjoint, n.meeting, n.separated, n.contacts, n.updates, n.boxes};
    return out;
  }

  TestCosts costs(const Pose& b_in_a, double seconds) override {
    Recorder recorder;
    CountAndTell probe{{}, &recorder};
    Answer out;
    WalkFront from_roots(false);
    std::swap(front_, from_roots);  // all tests of the query, not only those that a front leaves
    ask(b_in_a, probe, out);
    std::swap(front_, from_roots);
    const Record& record = recorder.record;
    const Space in = space(b_in_a);
    const auto there = place_at({b_in_a.rotation, b_in_a * b_.tree.frame.centre - a_.tree.frame.centre});
    const auto volumes_a = Layout<T>::volumes(a_.tree), volumes_b = Layout<T>::volumes(b_.tree);
    const auto place = [&](u32 node) { return there ? there(node) : in.placed_b(volumes_b[node]); };
    std::vector<V> of_a, of_b;
    for (const Record::Test& test : record.tests) {
      of_a.push_back(in.placed_a(volumes_a[test.a]));
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
  using WalkFront = AnyFront<typename T::Node, typename T::Node, AnyRule::Memory>;
  struct Policy : InOrder<AnyOrder, AnyRule> {
    template <class>
    using Space = AnySpace<V>;
    using Front = WalkFront;
    using Probe = CountAndTell;
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
    const T &a = a_.tree, &b = b_.tree;
    switch (kinds_.space) {
      case SpaceKind::own:
        break;
      case SpaceKind::of_a:
        if (kinds_.keep) placed_.b.begin(Layout<T>::most_nodes(b));
        return InModelSpace<V>(a.frame, b_in_a, b.frame, kinds_.keep ? &placed_.b : nullptr,
                               kinds_.tumble == TumbleKind::after_balls ? Tumbling::after_balls : Tumbling::wrap,
                               place_at({b_in_a.rotation, b_in_a * b.frame.centre - a.frame.centre}));
      case SpaceKind::world:
        if (kinds_.keep) placed_.begin(Layout<T>::most_nodes(a), Layout<T>::most_nodes(b));
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
  void run(const Pose& b_in_a, Query& query, CountAndTell& probe) {
    if (probe.observer) probe.observer->start([&query] { return query.reach(); });
    PairWalk<T, T, Query, Policy> walk(a_.tree, space(b_in_a), b_.tree, query, probe, front_);
    walk.order().choose(kinds_.order);
    walk.rule().kind = kinds_.rule;
    walk.run();
  }

  void ask(const Pose& b_in_a, CountAndTell& probe, Answer& out) {
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

  const TreeOf<T>&a_, &b_;
  WalkKinds kinds_;
  WalkFront front_;
  typename InWorldSpace<V>::Cache placed_;
  std::function<V(u32 node, const Pose& at)> tumble_;  // another way than to wrap
};

template <class T>
class TreeOf final : public ErasedTree {
 public:
  explicit TreeOf(TreeParts parts)
      : ErasedTree(std::move(parts.mesh), parts.choice),
        way(parts.way),
        tree(Layout<T>::make(parts, mesh, choice.threads)) {}

  std::size_t nodes() const override { return Layout<T>::nodes(tree); }
  std::size_t bytes() const override { return Layout<T>::bytes(tree); }
  std::shared_ptr<const ErasedTree> refitted(Mesh moved) const override {
    if constexpr (requires { tree.nodes; })
      return std::make_shared<TreeOf>(TreeParts{std::move(moved), choice, {tree.nodes, tree.order}, way, {}, nullptr});
    return nullptr;
  }
  std::optional<SavedArrays> arrays() const override { return Layout<T>::arrays(tree); }
  std::vector<Outline> outlines(std::span<const u32> of_nodes) const override {
    const auto volumes = Layout<T>::volumes(tree);
    std::vector<Outline> out;
    for (const u32 node : of_nodes) {
      out.push_back(outline_of(volumes[node]));
      for (auto& [from, to] : out.back()) from += tree.frame.centre, to += tree.frame.centre;
    }
    return out;
  }
  std::unique_ptr<ErasedWalk> walk(const ErasedTree& b, const WalkKinds& kinds) const override {
    return std::make_unique<WalkOf<T>>(*this, static_cast<const TreeOf&>(b), kinds);
  }

  const FitWay way;
  const T tree;
};

template <class V>
std::shared_ptr<const ErasedTree> erased_tree(TreeParts parts) {
  return std::make_shared<TreeOf<Tree<V>>>(std::move(parts));
}
template <class V>
std::shared_ptr<const ErasedTree> erased_nested_tree(TreeParts parts) {
  return std::make_shared<TreeOf<NestedTree<V>>>(std::move(parts));
}
template <class V>
std::shared_ptr<const ErasedTree> erased_lazy_tree(TreeParts parts) {
  return std::make_shared<TreeOf<LazyTree<V>>>(std::move(parts));
}

}  // namespace apart::kit
