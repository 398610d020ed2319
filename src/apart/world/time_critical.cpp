#include <algorithm>
#include <apart/base/relative.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/scene/near_pairs.hpp>
#include <apart/world/time_critical.hpp>
#include <memory>

namespace apart {
namespace world {
namespace {

// A pair in the queue. refine() spends a little on it.
class Refinement {
 public:
  virtual ~Refinement() = default;
  virtual void refine() = 0;
  virtual bool done() const = 0;

  double at_least = 0, at_most = 0;
  u64 tests = 0;

 protected:
  // Bounds only improve.
  void take(double low, double high) {
    at_least = larger(at_least, lesser(low, at_most));
    at_most = lesser(at_most, larger(high, at_least));
  }
};

template <class Order>
class ModelRefinement : public Refinement {
 public:
  ModelRefinement(const Model& a, const Model& b, const Pose& b_in_a)
      : a_(a),
        b_(b),
        at_(placement<float>(a_.tree().frame, b_in_a, b_.tree().frame)),
        query_{{a_.mesh(), b_in_a, b_.mesh()}, {}},
        walk_(a_.tree(), b_in_a, b_.tree(), query_, probe_) {}

  void refine() override {
    walk_.step();
    // Each of two nodes holds something: so the bodies are no farther apart than the farthest points of their volumes,
    // long before triangles are reached. Nodes that are farther apart than this are dropped.
    if (walk_.current().bound < query_.reach()) {
      const ModelTree &a = a_.tree(), &b = b_.tree();
      const double far = span(a.volume(walk_.current().a), at_, b.volume(walk_.current().b));
      ++spans_;
      query_.options.max = lesser(query_.options.max, far);
    }
    tests = walk_.tests() + spans_;
    const bool over = walk_.done();
    const double best = lesser(query_.best_distance, query_.options.max);
    // Seeking the least of all open bounds takes as long as there are many: at the end, and now and then.
    if (over || ++steps_ >= next_) {
      next_ = steps_ + 1 + steps_ / 8;
      take(over ? query_.best_distance : lesser(walk_.least_open_bound(), best), over ? query_.best_distance : best);
    } else {
      take(at_least, best);
    }
  }
  bool done() const override { return walk_.done(); }

 private:
  const Model a_, b_;  // keep what the walk refers to
  const Placement<float> at_;
  DistanceQuery query_;
  NoProbe probe_;
  PairWalk<ModelTree, ModelTree, DistanceQuery, InOrder<Order>> walk_;
  u64 steps_ = 0, next_ = 1, spans_ = 0;
};

// With a shape. Two shapes are one test; a shape and a model have twice the budget in every turn.
class DistanceRefinement : public Refinement {
 public:
  DistanceRefinement(const WorldBody& a, const WorldBody& b)
      : a_(a), b_(b), single_(std::holds_alternative<Shape>(a.geometry) && std::holds_alternative<Shape>(b.geometry)) {}

  void refine() override {
    const Distance d =
        distance(a_.geometry, a_.pose, b_.geometry, b_.pose, {.budget = single_ ? Budget{} : Budget::of_tests(next_)});
    tests += single_ ? 1 : next_;
    next_ *= 2;
    done_ = d.status != Status::unfinished;
    if (d.status == Status::nothing)
      take(Bounds::kInfinity, Bounds::kInfinity);
    else
      take(d.at_least, d.at_most);
  }
  bool done() const override { return done_; }

 private:
  const WorldBody a_, b_;
  bool single_, done_ = false;
  u64 next_ = 16;
};

std::unique_ptr<Refinement> refinement_of(const WorldBody& a, const WorldBody& b, TimeCriticalOptions::Order order) {
  const Model *const m = std::get_if<Model>(&a.geometry), *const n = std::get_if<Model>(&b.geometry);
  if (!m || !n || m->mesh().empty() || n->mesh().empty()) return std::make_unique<DistanceRefinement>(a, b);
  const Pose b_in_a = relative(a.pose, b.pose);
  if (order == TimeCriticalOptions::Order::nearest_first)
    return std::make_unique<ModelRefinement<BestFirst>>(*m, *n, b_in_a);
  return std::make_unique<ModelRefinement<BreadthFirst>>(*m, *n, b_in_a);
}

// No two points of two boxes are farther apart, rounding included.
double farthest_points(const Bounds& a, const Bounds& b) {
  return length(larger(a.high - b.low, b.high - a.low)) * (1 + 1e-14);
}

}  // namespace
}  // namespace world

using namespace world;

u64 TimeCriticalAnswer::count(PairBounds::State state) const {
  return u64(std::count_if(pairs.begin(), pairs.end(), [&](const PairBounds& p) { return p.state() == state; }));
}

TimeCriticalAnswer time_critical_distances(const World& world, const TimeCriticalOptions& options) {
  TimeCriticalAnswer out;
  // The turn of a pair with priority p comes p times as often; of equal turns the first pair.
  struct Turn {
    double at;
    u32 pair;
    bool operator<(const Turn& other) const { return at != other.at ? at > other.at : pair > other.pair; }
  };
  std::vector<Turn> queue;
  std::vector<double> steps;
  std::vector<std::unique_ptr<Refinement>> all;
  for (const BoxPair& p : world.candidates(options.clearance)) {
    const Bounds &box_a = world.box(p.a), &box_b = world.box(p.b);
    const u32 index = static_cast<u32>(all.size());
    all.push_back(refinement_of(world.body(p.a), world.body(p.b), options.order));
    all.back()->at_least = box_gap(box_a, box_b);
    all.back()->at_most = farthest_points(box_a, box_b);
    out.pairs.push_back({p.a, p.b});
    const double priority = options.priority ? options.priority(p.a, p.b) : 1;
    steps.push_back(priority > 0 ? 1 / priority : Bounds::kInfinity);
    queue.push_back({steps.back(), index});
  }
  std::make_heap(queue.begin(), queue.end());
  traversal::BudgetWatch watch(options.budget, 0);
  while (!queue.empty() && !watch.spent(out.tests)) {
    std::pop_heap(queue.begin(), queue.end());
    Turn& turn = queue.back();
    Refinement& pair = *all[turn.pair];
    const u64 before = pair.tests;
    pair.refine();
    out.tests += pair.tests - before;
    const bool decided = options.decide_only && (pair.at_least > 0 || pair.at_most <= 0);
    if (pair.done() || decided) {
      queue.pop_back();
      continue;
    }
    turn.at += steps[turn.pair];
    std::push_heap(queue.begin(), queue.end());
  }
  if (!queue.empty()) out.status = Status::unfinished;
  for (std::size_t i = 0; i < all.size(); ++i) {
    PairBounds& to = out.pairs[i];
    to.at_least = all[i]->at_least, to.at_most = all[i]->at_most, to.tests = all[i]->tests;
    to.finished = all[i]->done();
  }
  return out;
}

}  // namespace apart
