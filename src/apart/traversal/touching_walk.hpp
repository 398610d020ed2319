// The traversal of two models' trees for what may touch: as PairWalk does it for collide and collisions, where no probe
// observes it and no budget ends it. Everything but the tests of triangles is one loop, compiled for the instruction
// set, without branches on which of two nodes is opened.
#pragma once
#include <apart/hierarchy/model_tree.hpp>
#include <apart/traversal/leaf_pairs.hpp>
#include <apart/traversal/touching_leaves.hpp>

namespace apart::traversal {

// What is done with two leaves whose boxes may overlap.
struct LeafVisit {
  bool (*test)(LeafVisit& self, Ref a, Ref b);  // false when that is enough
  // Is one pair enough? Then it is looked for in many places, instead of everywhere in one place before the next.
  bool any_will_do;
};

// Returns how many volumes were tested.
u64 walk_leaves(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit);

// Runs a query; returns how many volumes and primitives were tested.
template <TriangleQuery Query>
requires std::is_same_v<typename Query::Measure, Touching> u64 walk_touching(const ModelTree& a,
                                                                             const Placement<float>& at,
                                                                             const ModelTree& b, bool any_will_do,
                                                                             Query& query) {
  struct Visit : LeafVisit {
    const ModelTree &of_a, &of_b;
    NoProbe probe{};
    std::conditional_t<MeshPairQuery<Query>, TouchingLeaves<Query>, LeafPairs<Query, NoProbe>> pairs;

    Visit(const ModelTree& x, const ModelTree& y, bool any, Query& q)
        : LeafVisit{[](LeafVisit& self, Ref s, Ref t) {
                      Visit& v = static_cast<Visit&>(self);
                      return v.pairs.test(v.of_a.items(), s, v.of_b.items(), t, 0);
                    },
                    any},
          of_a(x),
          of_b(y),
          pairs(q, probe) {}
  } visit(a, b, any_will_do, query);
  const u64 tests = walk_leaves(a, at, b, visit);
  return tests + visit.pairs.tests();
}

// Are all contents farther apart than this, by their volumes alone? Adds how many of these were tested.
bool farther_apart(const ModelTree& a, Placement<float> at, const ModelTree& b, double reach, u64& tests);

}  // namespace apart::traversal
