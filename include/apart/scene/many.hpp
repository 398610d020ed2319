// Of many models and shapes: the closest pair, all pairs within a distance, and the two farthest points.
#pragma once
#include <apart/queries/distance.hpp>
#include <apart/queries/span.hpp>
#include <apart/queries/within.hpp>
#include <span>
#include <vector>

namespace apart {

struct PlacedGeometry {
  Geometry geometry;
  Pose pose{};  // in the world
};

// Answers are in the world, with a < b. Of equally good pairs the one with the lowest indices (of those that touch, the
// one whose boxes come first). Fewer than two bodies that are not empty: Status::nothing.
struct PairDistance {
  u32 a = 0, b = 0;
  Distance distance{};
};
struct PairWithin {
  u32 a = 0, b = 0;
  Within within{};
};
struct PairSpan {
  u32 a = 0, b = 0;
  Span span{};
};

// The two that are nearest to each other. A budget is that of each pair.
PairDistance closest_pair(std::span<const PlacedGeometry> bodies, const DistanceOptions& options = {});
// All pairs whose distance is at most the tolerance (and those that a budget left open), sorted. On several threads, 0:
// all; the answers do not depend on it. Throws UsageError at a pose that is not usable.
std::vector<PairWithin> pairs_within(std::span<const PlacedGeometry> bodies, double tolerance,
                                     const CollideOptions& options = {}, u32 threads = 1);
// The two with the farthest points.
PairSpan greatest_span(std::span<const PlacedGeometry> bodies, const SpanOptions& options = {});

}  // namespace apart
