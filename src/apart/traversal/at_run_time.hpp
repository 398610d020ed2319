// Order, descent rule and space of a traversal, chosen at run time: one policy for all of them, so that a kind of tree
// is compiled once. Each choice costs a call and a branch that is always the same; not to inline these calls halves the
// time to compile.
#pragma once
#include <apart/traversal/descent.hpp>
#include <apart/traversal/front.hpp>
#include <apart/traversal/order.hpp>
#include <apart/traversal/space.hpp>
#include <variant>

namespace apart::traversal {

enum class OrderKind { depth_first, breadth_first, best_first, bounded_best_first, diving };
inline constexpr int kOrderKinds = 5;

// Depth first until its queue is told otherwise.
struct AnyOrder {
  static constexpr std::size_t kMostWaiting = 32;  // of bounded_best_first

  template <class Pair>
  class Queue {
   public:
    // Pairs that wait already are kept.
    [[gnu::noinline]] void choose(OrderKind kind) {
      std::vector<Pair> waiting;
      while (!empty()) waiting.push_back(take());
      switch (kind) {
        case OrderKind::depth_first:
          queue_.template emplace<0>();
          break;
        case OrderKind::breadth_first:
          queue_.template emplace<1>();
          break;
        case OrderKind::best_first:
          queue_.template emplace<2>();
          break;
        case OrderKind::bounded_best_first:
          queue_.template emplace<3>();
          break;
        case OrderKind::diving:
          queue_.template emplace<4>();
      }
      while (!waiting.empty()) put(waiting.back()), waiting.pop_back();
    }

    bool empty() const {
      return with(queue_, [](const auto& q) { return q.empty(); });
    }
    [[gnu::noinline]] void put(const Pair& pair) {
      with(queue_, [&](auto& q) { q.put(pair); });
    }
    [[gnu::noinline]] Pair take() {
      return with(queue_, [](auto& q) { return q.take(); });
    }
    [[gnu::noinline]] void clear() {
      with(queue_, [](auto& q) { q.clear(); });
    }
    template <class F>
    void drop_beyond(double reach, F dropped) {
      if (auto* diving = std::get_if<4>(&queue_)) diving->drop_beyond(reach, dropped);
    }
    template <class F>
    void for_each(F f) const {
      with(queue_, [&](const auto& q) { q.for_each(f); });
    }

   private:
    template <class Queues, class F>
    static auto with(Queues& queues, F f) {
      switch (queues.index()) {
        case 0:
          return f(*std::get_if<0>(&queues));
        case 1:
          return f(*std::get_if<1>(&queues));
        case 2:
          return f(*std::get_if<2>(&queues));
        case 3:
          return f(*std::get_if<3>(&queues));
        default:
          return f(*std::get_if<4>(&queues));
      }
    }
    std::variant<DepthFirst::Queue<Pair>, BreadthFirst::Queue<Pair>, BestFirst::Queue<Pair>,
                 BestFirstOf<kMostWaiting>::Queue<Pair>, Diving::Queue<Pair>>
        queue_;
  };
};

enum class RuleKind {
  largest_diameter,
  largest_area,
  largest_volume,
  smallest_diameter,
  smallest_area,
  smallest_volume,
  a,
  b,
  alternate,
  both
};
inline constexpr int kRuleKinds = 10;

struct AnyRule {
  using Memory = Alternate::Memory;
  RuleKind kind = RuleKind::largest_diameter;

  template <class V>
  [[gnu::noinline]] Descend operator()(const V& a, const V& b, Memory memory) const {
    switch (kind) {
      case RuleKind::largest_diameter:
        return LargestDiameter{}(a, b, {});
      case RuleKind::largest_area:
        return LargestArea{}(a, b, {});
      case RuleKind::largest_volume:
        return LargestVolume{}(a, b, {});
      case RuleKind::smallest_diameter:
        return SmallestDiameter{}(a, b, {});
      case RuleKind::smallest_area:
        return SmallestArea{}(a, b, {});
      case RuleKind::smallest_volume:
        return SmallestVolume{}(a, b, {});
      case RuleKind::a:
        return Descend::a;
      case RuleKind::b:
        return Descend::b;
      case RuleKind::alternate:
        return Alternate{}(a, b, memory);
      case RuleKind::both:
        break;
    }
    return Descend::both;
  }
};

// A front that may be switched off: then every traversal starts at the roots.
template <class NodeA, class NodeB, class Memory>
class AnyFront {
  using Kept = Front<NodeA, NodeB, Memory>;

 public:
  using Mark = typename Kept::Mark;
  explicit AnyFront(bool on) : on_(on) {}

  template <class TreeA, class TreeB, class F>
  void start(const TreeA& a, const TreeB& b, F f) {
    if (!on_) kept_.clear();
    kept_.start(a, b, f);
  }
  void open(Mark mark) {
    if (on_) kept_.open(mark);
  }
  Mark add(NodeA a, NodeB b, Memory memory) { return on_ ? kept_.add(a, b, memory) : 0; }
  void tested(Mark mark, bool kept) {
    if (on_) kept_.tested(mark, kept);
  }
  void finish() {
    if (on_) kept_.finish();
  }
  std::size_t size() const { return on_ ? kept_.size() : 0; }

 private:
  bool on_;
  Kept kept_;
};

enum class SpaceKind { own, of_a, world };

template <class V>
class AnySpace {
 public:
  template <class Space>
  AnySpace(Space space) : space_(std::move(space)) {}

  template <class Measure, class Probe>
  [[gnu::noinline]] double bound(u32 i, const V& a, u32 j, const V& b, Probe& probe) const {
    if (const auto* own = std::get_if<0>(&space_)) return own->template bound<Measure>(i, a, j, b, probe);
    if (const auto* model = std::get_if<1>(&space_)) return model->template bound<Measure>(i, a, j, b, probe);
    return std::get_if<2>(&space_)->template bound<Measure>(i, a, j, b, probe);
  }

  // The parts of a test, as those of the space that was chosen.
  V placed_a(const V& a) const {
    return std::visit([&](const auto& space) -> V { return space.placed_a(a); }, space_);
  }
  V placed_b(const V& b) const {
    return std::visit([&](const auto& space) -> V { return space.placed_b(b); }, space_);
  }
  template <class Measure>
  [[gnu::noinline]] double tested(const V& a, const V& b) const {
    if (const auto* own = std::get_if<0>(&space_)) return own->template tested<Measure>(a, b);
    if (const auto* model = std::get_if<1>(&space_)) return model->template tested<Measure>(a, b);
    return std::get_if<2>(&space_)->template tested<Measure>(a, b);
  }

 private:
  std::variant<InOwnSpace<V>, InModelSpace<V>, InWorldSpace<V>> space_;
};

}  // namespace apart::traversal
