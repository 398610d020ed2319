// Which triangles touch, and where do they meet?
#pragma once
#include <apart/base/relative.hpp>
#include <apart/queries/collide.hpp>
#include <apart/triangles/meeting.hpp>
#include <apart/triangles/overlap.hpp>
#include <vector>

namespace apart {

struct TouchingPair {
  u32 triangle_a = 0, triangle_b = 0;
  u32 part_a = 0, part_b = 0;  // to which they belong (Mesh::part)
};

// Where two triangles of theirs meet, in A's frame. Asked for by itself: exact points cost many times what it takes to
// know that there are some. Throws UsageError at a pose that is not usable, as it has no status.
inline Meeting meeting(const Model& a, const Pose& b_in_a, const Model& b, const TouchingPair& pair) {
  const PlacedPair placed{a.mesh(), require_usable(b_in_a), b.mesh()};
  return meeting(placed.of_a(pair.triangle_a), placed.of_b(pair.triangle_b));
}

// A function of a TouchingPair that says false when it has enough.
template <class F>
concept TouchingPairCollector = std::predicate<F&, const TouchingPair&>;

// Gives every touching pair, once, to a collector.
template <TouchingPairCollector Collector>
struct CollisionsQuery {
  using Measure = Touching;
  PlacedPair pair;
  Collector& collect;
  bool stopped = false;

  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    if (!overlap(s, t)) return Found::nothing;
    stopped = !collect(TouchingPair{i, j, pair.a.part(i), pair.b.part(j)});
    return stopped ? Found::enough : Found::contact;
  }
};

// Status::limit when the collector stopped the search.
template <TouchingPairCollector Collector>
Status collisions(const Model& a, const Pose& b_in_a, const Model& b, Collector&& collect) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return collisions(a, p, b, collect); });
  if (a.mesh().empty() || b.mesh().empty()) return Status::nothing;
  CollisionsQuery<Collector> query{{a.mesh(), b_in_a, b.mesh()}, collect};
  walk(a.tree(), b_in_a, b.tree(), query);
  return query.stopped ? Status::limit : Status::exact;
}

struct Collisions {
  std::vector<TouchingPair> pairs{};  // sorted by triangle of A, then of B
  Status status = Status::exact;
};

// All of them, or the first `limit` that are found.
Collisions collisions(const Model& a, const Pose& b_in_a, const Model& b,
                      std::size_t limit = std::numeric_limits<std::size_t>::max());

}  // namespace apart
