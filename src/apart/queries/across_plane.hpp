// How far apart are two models that a plane can lie between?
#pragma once
#include <apart/queries/distance.hpp>

namespace apart {

// If a plane separates the models, what is nearest touches the slab between them or nearly does: only triangles that
// reach that far are asked about, found for each model by itself instead of for pairs. True when that answers the
// query; else it has at least a good first guess. Looks across the query's own axis if it has one.
bool ask_across_plane(const Model& a, const Posed& b_in_a, const Model& b, DistanceQuery& query);

}  // namespace apart
