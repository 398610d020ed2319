// Does a surface run into itself?
#pragma once
#include <apart/queries/collisions.hpp>

namespace apart {

// The pairs of triangles of one model that meet though they share no corner (corners at one place count as one),
// sorted; triangle_a is the lesser. Not seen: triangles that share a corner or an edge and meet elsewhere too, as where
// a surface is folded flat onto itself, and duplicates.
std::vector<TouchingPair> self_collisions(const Model& model);

}  // namespace apart
