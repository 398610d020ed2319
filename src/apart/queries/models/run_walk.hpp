// The traversal of two models' trees that the queries run, and how it ended.
#pragma once
#include <apart/hierarchy/model_tree.hpp>
#include <apart/hierarchy/node_hulls.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/traversal/touching_walk.hpp>

namespace apart::queries {

struct WalkEnd {
  bool done = true;
  double least_open_bound = std::numeric_limits<double>::infinity();  // of the pairs that were not tested
};

template <class Walk>
WalkEnd run_walk(Walk& walk, const Budget& budget) {
  if (budget.limited() && !walk.run(budget)) return {false, walk.least_open_bound()};
  walk.run();
  return {};
}

struct Distances : DefaultPolicy {
  using Order = Diving;
  using Hulls = HullBounds;
};

inline HullGap hull_gap(const Model& a, const Pose& b_in_a, const Model& b) {
  return {a.tree().frame, a.hulls(), b_in_a, b.tree().frame, b.hulls()};
}

// With the hulls of nodes, which are computed for the first such walk of a model. With a budget they are not used: it
// may be less than they take.
template <class Walk>
WalkEnd run_walk_with_hulls(Walk& walk, const Model& a, const Pose& b_in_a, const Model& b, const Budget& budget) {
  if (budget.limited()) return run_walk(walk, budget);
  if (walk.done()) return {};
  HullGap hulls = hull_gap(a, b_in_a, b);
  walk.hulls().use(&hulls);
  walk.run();
  return {};
}

// Does a query end with the first pair that touches?
template <class Query>
inline constexpr bool kAnyWillDo = requires(const Query query) {
  query.answer.colliding;
};

template <WalkPolicy Policy = DefaultPolicy, PairQuery Query>
WalkEnd run_walk(const Model& a, const Pose& b_in_a, const Model& b, Query& query, const Budget& budget) {
  if constexpr (std::is_same_v<Policy, DefaultPolicy> && MeshPairQuery<Query>)
    if (!budget.limited()) {
      walk_touching(a.tree(), placement<float>(a.tree().frame, b_in_a, b.tree().frame), b.tree(), kAnyWillDo<Query>,
                    query);
      return {};
    }
  NoProbe probe;
  PairWalk<ModelTree, ModelTree, Query, Policy> walk(a.tree(), b_in_a, b.tree(), query, probe);
  if constexpr (std::is_same_v<typename Policy::Hulls, HullBounds>)
    return run_walk_with_hulls(walk, a, b_in_a, b, budget);
  return run_walk(walk, budget);
}

}  // namespace apart::queries
