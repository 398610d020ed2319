// The intersection curves of pairs of triangles that are known to meet.
#pragma once
#include <apart/queries/intersection.hpp>
#include <apart/queries/placed_pair.hpp>

namespace apart::queries {

// Of these pairs, as intersection(); `frame` is the pose of A's frame in that of the result.
Intersection meetings(const PlacedPair& placed, std::vector<TouchingPair> pairs, const Pose& frame = {});

}  // namespace apart::queries
