// The walk of two models' own trees that plain questions use, and how it ended.
#pragma once
#include <apart/hierarchy/model.hpp>
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

template <class Order = DepthFirst, PairQuery Query>
WalkEnd run_walk(const Model& a, const Posed& b_in_a, const Model& b, Query& query, const Budget& budget) {
  NoProbe probe;
  PairWalk<ModelTree, ModelTree, Query, Order> walk(a.tree(), b_in_a, b.tree(), query, probe);
  return run_walk(walk, budget);
}

}  // namespace apart
