// Records the traversal of a query: of two models, as the plain query runs it, or of two trees of the kit.
#include "lab/step_record.hpp"

#include <fmt/format.h>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/kit/erased.hpp>
#include <apart/queries/models/run_walk.hpp>
#include <apart/queries/models/walk_queries.hpp>

#include "cli/output.hpp"

namespace apart::lab {
namespace {

using Query = StepOptions::Query;

// A traversal that tells when a pair was dropped by the hulls of its nodes: it was taken, and nothing was tested.
template <class Walk>
struct WatchHulls {
  const ModelTree &a, &b;
  Walk& walk;
  Steps& steps;

  bool step() {
    const u64 before = walk.tests();
    const std::size_t dropped = steps.dropped();
    const bool stepped = walk.step();
    if (!stepped || walk.tests() != before || steps.dropped() != dropped) return stepped;
    const auto& pair = walk.current();
    if (!a.ref(pair.a).is_leaf() && !b.ref(pair.b).is_leaf()) steps.hulls_apart(pair.bound);
    return true;
  }
  void run() {
    while (step()) {
    }
  }
  bool run(const Budget&) { return run(), true; }
  bool done() const { return walk.done(); }
  auto& hulls() { return walk.hulls(); }
  double least_open_bound() const { return walk.least_open_bound(); }
};

// As the plain query does.
template <class Policy = DefaultPolicy, class Query>
Steps steps_of(const Model& a, const Pose& b_in_a, const Model& b, Query& query, std::size_t most) {
  Steps steps(most);
  const auto of_query = [&query] { return query.reach(); };
  steps.start(of_query, of_query);  // the test of the roots is the first step
  PairWalk<ModelTree, ModelTree, Query, WithProbe<Policy, Steps>> walk(a.tree(), b_in_a, b.tree(), query, steps);
  if constexpr (std::is_same_v<typename Policy::Hulls, HullBounds>) {
    steps.start(of_query, [&] { return walk.hulls().reach(query.reach()); });
    WatchHulls<decltype(walk)> watched{a.tree(), b.tree(), walk, steps};
    run_walk_with_hulls(watched, a, b_in_a, b, {});
  } else {
    walk.run();
  }
  return steps;
}

std::string touching(u64 pairs) {
  return pairs == 0 ? "they do not touch" : cli::count(pairs, "pair of triangles touches", "pairs of triangles touch");
}
std::string apart_by(double distance) {
  return distance == 0 ? "they touch" : fmt::format("they are {:.6g} apart", distance);
}
std::string within_reach(bool within, double tolerance) {
  return fmt::format("{} {:.6g}", within ? "they come within" : "nothing within", tolerance);
}

// The steps of a traversal of the kit.
struct WatchSteps final : kit::WalkObserver {
  Steps steps;

  explicit WatchSteps(std::size_t most) : steps(most) {}
  void start(std::function<double()> reach) override { steps.start(reach, reach); }
  void taken(u32 a, u32 b) override { steps.taken(a, b); }
  void volumes(u32 a, u32 b, bool kept, double bound) override { steps.volumes(a, b, kept, bound); }
  void primitives(u32 a, u32 b, Found found) override { steps.primitives(a, b, found); }
  void boxes_apart(u32 a, u32 b) override { steps.boxes_apart(a, b); }
};

}  // namespace

Walked walk_and_answer(const Model& a, const Pose& b_in_a, const Model& b, const StepOptions& options) {
  const PlacedPair pair{a.mesh(), b_in_a, b.mesh()};
  const std::size_t most = options.most_steps;
  switch (options.query) {
    case Query::collide: {
      CollideQuery query{pair};
      Steps steps = steps_of(a, b_in_a, b, query, most);
      return {std::move(steps), query.answer.colliding ? "they touch" : "they do not touch"};
    }
    case Query::collisions: {
      auto collect = [](const TouchingPair&) { return true; };
      CollisionsQuery<decltype(collect)> query{pair, collect};
      Steps steps = steps_of(a, b_in_a, b, query, most);
      const u64 n = steps.count().contacts;
      return {std::move(steps), touching(n)};
    }
    case Query::distance: {
      DistanceQuery query{pair};
      Steps steps = steps_of<Distances>(a, b_in_a, b, query, most);
      return {std::move(steps), apart_by(query.best_distance)};
    }
    case Query::within: {
      WithinQuery query{pair, options.tolerance};
      Steps steps = steps_of(a, b_in_a, b, query, most);
      return {std::move(steps), within_reach(query.answer.within, options.tolerance)};
    }
  }
  APART_ASSERT(false, "a question that is not one of four");
  std::abort();
}

Walked walk_and_answer(kit::AnyWalk& walk, const Pose& b_in_a, const StepOptions& options) {
  WatchSteps watch(options.most_steps);
  const kit::Answer answer = walk.erased().ask(b_in_a, &watch);
  switch (options.query) {
    case Query::collide:
      return {std::move(watch.steps), answer.yes ? "they touch" : "they do not touch"};
    case Query::collisions:
      return {std::move(watch.steps), touching(answer.pairs.size())};
    case Query::distance:
      return {std::move(watch.steps), apart_by(answer.distance)};
    case Query::within:
      break;
  }
  return {std::move(watch.steps), within_reach(answer.yes, options.tolerance)};
}

}  // namespace apart::lab
