// The queries of a walk that is chosen at run time: one type for each measure.
#pragma once
#include <apart/kit/erased.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/traversal/watch/record.hpp>
#include <array>
#include <optional>

namespace apart::kit {

// collide and all.
struct AskTouching {
  using Measure = Touching;
  PlacedPair pair;
  bool all;
  std::vector<std::array<u32, 2>>& found;

  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    return overlap(s, t) ? touching(i, j) : Found::nothing;
  }
  Found touching(u32 i, u32 j) {
    found.push_back({i, j});
    return all ? Found::contact : Found::enough;
  }
};

// within and distance.
struct AskNearness : DistanceQuery {
  std::optional<WithinQuery> tolerance{};

  double reach() const { return tolerance ? tolerance->reach() : DistanceQuery::reach(); }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    return tolerance ? tolerance->primitives(i, s, j, t) : DistanceQuery::primitives(i, s, j, t);
  }
};

AskNearness asked_nearness(const PlacedPair& pair, const WalkKinds& kinds);

// span.
using AskFarness = SpanQuery;

// Counts every test, and tells an observer of it if there is one.
struct CountAndTell {
  Count count;
  WalkObserver* observer = nullptr;

  void taken(u32 a, u32 b) {
    if (observer) observer->taken(a, b);
  }
  void volumes(u32 a, u32 b, bool kept, double bound) {
    count.volumes(a, b, kept, bound);
    if (observer) observer->volumes(a, b, kept, bound);
  }
  void primitives(u32 a, u32 b, Found found) {
    count.primitives(a, b, found);
    if (observer) observer->primitives(a, b, found);
  }
  void boxes_apart(u32 a, u32 b) {
    count.boxes_apart(a, b);
    if (observer) observer->boxes_apart(a, b);
  }
  void update() { count.update(); }
};

struct Recorder final : WalkObserver {
  Record record;

  void start(std::function<double()>) override {}
  void taken(u32 a, u32 b) override { record.taken(a, b); }
  void volumes(u32 a, u32 b, bool kept, double bound) override { record.volumes(a, b, kept, bound); }
  void primitives(u32 a, u32 b, Found found) override { record.primitives(a, b, found); }
  void boxes_apart(u32, u32) override {}
};

// Seconds for one of the tests of two triangles that a traversal has recorded.
double triangle_cost(const Record& record, const PlacedPair& pair, const WalkKinds& kinds, double seconds);

}  // namespace apart::kit
