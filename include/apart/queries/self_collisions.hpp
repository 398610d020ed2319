// Self-intersections of a surface.
#pragma once
#include <apart/queries/collisions.hpp>

namespace apart {

// The pairs of triangles of one model that meet though they share no corner (coincident corners count as one), sorted;
// triangle_a is the lesser. Not detected: triangles that share a corner or an edge and meet elsewhere too, as where a
// surface is folded flat onto itself, and duplicates.
std::vector<TouchingPair> self_collisions(const Model& model);

}  // namespace apart
