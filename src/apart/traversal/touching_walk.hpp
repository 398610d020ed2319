// The traversal of two models' trees for what may touch: as PairWalk does it for collide and collisions, where no probe
// observes it and no budget ends it. Everything but the tests of triangles is one loop, compiled for the instruction
// set, without branches on which of two nodes is opened.
#pragma once
#include <apart/hierarchy/model_tree.hpp>
#include <apart/traversal/query.hpp>
#include <bit>

namespace apart::traversal {

// Two leaves as one number, A's in its lower half.
using LeafPair = u64;
constexpr LeafPair leaf_pair(Ref a, Ref b) { return std::bit_cast<u32>(a) | u64(std::bit_cast<u32>(b)) << 32; }
constexpr Ref leaf_of_a(LeafPair pair) { return std::bit_cast<Ref>(static_cast<u32>(pair)); }
constexpr Ref leaf_of_b(LeafPair pair) { return std::bit_cast<Ref>(static_cast<u32>(pair >> 32)); }

// What is done with pairs of leaves whose boxes may overlap.
struct LeafVisit {
  bool (*test)(LeafVisit& self, const LeafPair* pairs, u32 count);  // false when that is enough
  // Is one pair enough? Then it is looked for in many places, instead of everywhere in one place before the next.
  bool any_will_do;
  // Are the first ones that are found enough? Then they are found in an order that does not depend on how fast all are.
  bool first_will_do = false;
};

// Returns how many volumes were tested.
u64 walk_leaves(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit);

// What a walk tested.
struct TouchingTests {
  u64 volumes = 0;
  u64 primitives = 0;  // that early tests left
  u64 exact = 0;       // of these, decided by exact signs

  u64 all() const { return volumes + primitives; }
};

// Two meshes, where they are.
struct PlacedMeshes {
  const Mesh &a, &b;
  const Pose& b_in_a;
};
// What is done with pairs of triangles that touch.
struct TouchingPairs {
  struct Numbers {
    u32 a, b;
  };
  bool (*add)(TouchingPairs& self, const Numbers* pairs, u32 count);  // false when that is enough
  bool first_will_do = false;                                         // as in LeafVisit
};
TouchingTests walk_touching(const ModelTree& a, const Placement<float>& at, const ModelTree& b, bool any_will_do,
                            const PlacedMeshes& meshes, TouchingPairs& found);

// A query of two meshes' triangles for which it suffices that they touch.
template <class Q>
concept MeshPairQuery = TouchingQuery<Q> && std::is_same_v<typename Q::Measure, Touching> && requires(const Q query) {
  { query.pair.a } -> std::convertible_to<const Mesh&>;
  { query.pair.b } -> std::convertible_to<const Mesh&>;
  { query.pair.b_in_a } -> std::convertible_to<Pose>;
};

template <class Query>
bool first_will_do(const Query& query) {
  if constexpr (requires { query.first_will_do; }) return query.first_will_do;
  return false;
}

template <MeshPairQuery Query>
TouchingTests walk_touching(const ModelTree& a, const Placement<float>& at, const ModelTree& b, bool any_will_do,
                            Query& query) {
  struct Pairs : TouchingPairs {
    Query& of;
  } pairs{{[](TouchingPairs& self, const TouchingPairs::Numbers* some, u32 count) {
             for (u32 k = 0; k < count; ++k)
               if (static_cast<Pairs&>(self).of.touching(some[k].a, some[k].b) == Found::enough) return false;
             return true;
           },
           first_will_do(query)},
          query};
  return walk_touching(a, at, b, any_will_do, PlacedMeshes{query.pair.a, query.pair.b, query.pair.b_in_a}, pairs);
}

// Are all contents farther apart than this, by their volumes alone? Adds how many of these were tested.
bool farther_apart(const ModelTree& a, Placement<float> at, const ModelTree& b, double reach, u64& tests);

}  // namespace apart::traversal
