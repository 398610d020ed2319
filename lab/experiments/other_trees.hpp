// The same queries of moving pairs with trees of other volumes, as the published tables have them.
#pragma once
#include <apart/queries/hull_tracker.hpp>

#include "lab/experiments/moving_pairs.hpp"

namespace apart::lab {

struct OtherAnswers {
  std::vector<double> answers;  // a distance, or 0 and 1
  double seconds = 0;
};

// Trees of 18-dops over triangles.
OtherAnswers collide_by_dops(const MovingPair& pair, bool front);
// Trees of rectangles swept by a sphere, starting with the last triangles or taking the nearest pair first.
enum class SweptSearch { last_triangles, best_first };
OtherAnswers distance_by_swept(const MovingPair& pair, SweptSearch search);

// Hierarchies of hulls over convex pieces, with each combination of accelerations.
struct HullPair {
  HullTree a, b;
};
HullPair hulls_of(const MovingPair& pair);
OtherAnswers collide_by_hulls(const MovingPair& pair, const HullPair& hulls, const HullTrackerOptions& options);
OtherAnswers distance_by_hulls(const MovingPair& pair, const HullPair& hulls, const HullTrackerOptions& options,
                               double rel_error = 0);

// What trees of oriented boxes answered, and how long they took, in microseconds for each query: plain, and with the
// last triangles.
struct BoxTrees {
  std::size_t queries;
  const std::vector<double>&touching, &distances;
  double collide, collide_cached, distance, distance_cached;
};
struct OtherTrees {
  u64 differ = 0;  // answers that are not those of the oriented boxes
  u64 differ_of_fcl = 0;
  u64 too_far = 0;  // distances to 10 % that are off by more
};
// Runs the queries of tables 3 and 4 with all other trees and with FCL, and writes a table beside the published
// figures.
OtherTrees query_other_trees(Run& run, std::span<const MovingPair> pairs, const BoxTrees& boxes,
                             const PublishedQueries& published);

}  // namespace apart::lab
