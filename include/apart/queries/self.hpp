// A model with itself: where does its surface intersect itself, and how near does it come to itself?
#pragma once
#include <apart/queries/collisions.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/within.hpp>

namespace apart {

// Triangles that share a corner or an edge (coincident corners count as one) collide if they have a point in common
// beyond it, as where a surface is folded onto itself; coincident triangles do. Exact.

// All pairs, sorted; triangle_a is the lesser.
std::vector<TouchingPair> self_collisions(const Model& model);

// The least distance of two triangles that share no corner; 0 if any two collide. Infinite, with Status::nothing, if
// all share corners and none collide. `solid` is not used.
Distance self_distance(const Model& model, const DistanceOptions& options = {});
// Is it at most the tolerance? With tolerance 0: does the surface intersect itself?
Within self_within(const Model& model, double tolerance, const Budget& budget = {});

}  // namespace apart
