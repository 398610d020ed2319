// Touching pairs by triangle of A, then of B.
#pragma once
#include <apart/queries/collisions.hpp>

namespace apart::queries {

void sort_pairs(std::vector<TouchingPair>& pairs);

}  // namespace apart::queries
