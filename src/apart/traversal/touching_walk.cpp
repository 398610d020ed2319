// The choice of the lane width, and the memory of open pairs.
#include <apart/base/lane_width.hpp>
#include <apart/traversal/touching_leaves.hpp>
#include <apart/traversal/touching_walk.hpp>
#include <memory>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/traversal/all_leaves_kernel.hpp>
#include <apart/traversal/touching_walk_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::traversal {
namespace {

// Starts in place, and moves to the heap.
struct GrowingPairs : OpenPairs {
  static constexpr u32 kInPlace = 512;
  union {  // not initialized: that takes longer than many walks
    u64 in_place[kInPlace];
  };
  std::unique_ptr<u64[]> on_heap{};

  GrowingPairs() : OpenPairs{in_place, 0, 0, kInPlace, &grow} {}

 private:
  // To the beginning of at least twice the room that is used.
  static void grow(OpenPairs& open) {
    GrowingPairs& self = static_cast<GrowingPairs&>(open);
    const u32 used = self.to - self.from;
    if (2 * (used + kTogether * kMostSiblings) > self.room) {
      const u32 room = 2 * self.room;
      auto larger = std::make_unique_for_overwrite<u64[]>(room);
      std::copy(self.pairs + self.from, self.pairs + self.to, larger.get());
      self.on_heap = std::move(larger);
      self.pairs = self.on_heap.get(), self.room = room;
    } else {
      std::copy(self.pairs + self.from, self.pairs + self.to, self.pairs);
    }
    self.from = 0, self.to = used;
  }
};

// Are the balls around two boxes apart? The slack, twice, is more than rounding takes from the centres' places, and the
// factor more than it takes from their distance.
bool balls_apart(const Obb<float>& a, const Placement<float>& at, const Obb<float>& b) {
  const float near = length(a.half) + length(b.half) + 2 * at.slack;
  return squared_length(at.rotation * b.centre + at.translation - a.centre) > near * near * (1 + 0x1p-16f);
}

}  // namespace

u64 walk_leaves(const ModelTree& a, const Placement<float>& at, const ModelTree& b, LeafVisit& visit) {
  if (a.empty() || b.empty()) return 0;
  if (balls_apart(a.volume(a.root()), at, b.volume(b.root()))) return 1;
  const Ref root_a = a.ref(a.root()), root_b = b.ref(b.root());
  if (root_a.is_leaf() && root_b.is_leaf()) {
    if (overlap(a.volume(a.root()), at, b.volume(b.root()))) {
      const LeafPair roots = leaf_pair(root_a, root_b);
      visit.test(visit, &roots, 1);
    }
    return 1;
  }
  constexpr PerLaneWidth<TouchingWalk> walks{walk_open_pairs<1>, walk_open_pairs<4>, APART_AVX2(walk_open_pairs_avx2),
                                             APART_AVX512(walk_open_pairs_avx512)};
  constexpr PerLaneWidth<TouchingWalk> all{walk_all_leaves<1>, walk_all_leaves<4>, APART_AVX2(walk_all_leaves_avx2),
                                           APART_AVX512(walk_all_leaves_avx512)};
  GrowingPairs open;
  open.pairs[open.to++] = 0;  // the roots, whose children are all apart if they are
  if (visit.any_will_do || visit.first_will_do) return walks.of(lane_width_of_short_queries())(a, at, b, visit, open);
  return all.of_machine()(a, at, b, visit, open);
}

TouchingTests walk_touching(const ModelTree& a, const Placement<float>& at, const ModelTree& b, bool any_will_do,
                            const PlacedMeshes& meshes, TouchingPairs& found) {
  struct Visit : LeafVisit {
    TouchingLeaves leaves;

    // Not an aggregate, which would be cleared.
    Visit(const ModelTree& x, const ModelTree& y, bool any, const PlacedMeshes& of, TouchingPairs& pairs)
        : LeafVisit{[](LeafVisit& self, const LeafPair* some, u32 count) {
                      return static_cast<Visit&>(self).leaves.test(some, count);
                    },
                    any, pairs.first_will_do},
          leaves(of, x.items(), y.items(), x.frame.centre, pairs, any) {}
  } visit(a, b, any_will_do, meshes, found);
  const u64 volumes = walk_leaves(a, at, b, visit);
  visit.leaves.finish();
  return {volumes, visit.leaves.tests(), visit.leaves.exact()};
}

// Axes of tests are no longer than one, so that the slack is what boxes are farther apart than.
bool farther_apart(const ModelTree& a, Placement<float> at, const ModelTree& b, double reach, u64& tests) {
  struct Reached : LeafVisit {
    bool any = false;
  } reached{{[](LeafVisit& self, const LeafPair*, u32) {
               static_cast<Reached&>(self).any = true;
               return false;
             },
             true}};
  at.slack = round_above<float>(double(at.slack) + reach);
  tests += walk_leaves(a, at, b, reached);
  return !reached.any;
}

}  // namespace apart::traversal
