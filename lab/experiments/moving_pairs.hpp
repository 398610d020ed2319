// Queries of pairs of models, frame after frame, with each acceleration (Ehmann, Lin: sections 7 and 8).
#pragma once
#include <apart/hierarchy/model.hpp>
#include <span>

#include "lab/run.hpp"

namespace apart::lab {

struct MovingPair {
  std::string name;
  Model a, b;
  std::vector<Pose> b_in_a;  // by frame
};

// Milliseconds per query as printed in tables 3 and 4; 0 where none is.
struct PublishedQueries {
  // Intersection. Oriented boxes, 18-dops, hulls of convex pieces; FT: with a front.
  double obb, dop, dop_ft, hull, hull_ft;
  // Distance. Swept spheres with cached triangles or nearest first; hulls with cached pieces (PC), nearest first (PD)
  // and a front (FT).
  double ssv_tc, ssv_pd, distance, pc, pd, ft, pc_pd, pc_ft, pd_ft, pc_pd_ft;
};

// Runs all queries on all pairs, writes the tables, compares; `tolerance` is for the tolerance query. Checks that the
// motion keeps them disjoint, as the published ones do.
void query_moving_pairs(Run& run, std::span<const MovingPair> pairs, double tolerance,
                        const PublishedQueries& published);

}  // namespace apart::lab
