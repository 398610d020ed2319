// The vertices of a polytope in lanes, relative to its middle(): for callers that scan them themselves.
#pragma once
#include <apart/shapes/polytope.hpp>
#include <apart/shapes/polytope/eight_points.hpp>

namespace apart {

inline std::span<const EightPoints<double>> vertices_in_lanes(const Polytope& polytope) {
  return polytope.arrays_->lanes;
}

}  // namespace apart
