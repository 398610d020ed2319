// What queries of solids need to know of a model's surface and itself: computed on first use and kept with the model.
#pragma once
#include <apart/queries/self.hpp>

namespace apart::queries {

// The self_collisions() of the model.
const std::vector<TouchingPair>& known_self_collisions(const Model& model);

}  // namespace apart::queries
