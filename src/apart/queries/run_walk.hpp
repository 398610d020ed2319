// The walk of two models' own trees that plain questions use, and how it ended.
#pragma once
#include <apart/hierarchy/model_tree.hpp>
#include <apart/hierarchy/node_hulls.hpp>
#include <apart/traversal/pair_walk.hpp>

namespace apart {

struct WalkEnd {
  bool done = true;
  double least_open_bound = std::numeric_limits<double>::infinity();  // of what was not looked at
};

template <class Walk>
WalkEnd run_walk(Walk& walk, const Budget& budget) {
  if (budget.limited() && !walk.run(budget)) return {false, walk.least_open_bound()};
  walk.run();
  return {};
}

// A walk that is not over soon looks at the hulls of nodes too, which are made for the first such. When they come in
// hangs on the walk alone, not on what was asked before, so that a question has one answer; a budget does without.
template <class Walk>
WalkEnd run_walk_with_hulls(Walk& walk, const Model& a, const Pose& b_in_a, const Model& b, const Budget& budget) {
  constexpr int steps_without = 8;
  if (budget.limited()) return run_walk(walk, budget);
  for (int k = 0; k < steps_without; ++k)
    if (!walk.step()) return {};
  HullGap hulls(a.tree(), a.hulls(), b_in_a, b.tree(), b.hulls());
  walk.look_closer(&hulls);
  walk.run();
  return {};
}

template <class Order = DepthFirst, PairQuery Query>
WalkEnd run_walk(const Model& a, const Pose& b_in_a, const Model& b, Query& query, const Budget& budget) {
  NoProbe probe;
  PairWalk<ModelTree, ModelTree, Query, Order> walk(a.tree(), b_in_a, b.tree(), query, probe);
  if constexpr (LooksAlong<Query>) return run_walk_with_hulls(walk, a, b_in_a, b, budget);
  return run_walk(walk, budget);
}

}  // namespace apart
