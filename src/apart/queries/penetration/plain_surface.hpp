// The same closed surface without triangles that add nothing to it: fillers without area, and exact duplicates.
#pragma once
#include <apart/hierarchy/model.hpp>

namespace apart::queries {

// The same points, and the same solid: the model itself if there is nothing to leave out, or if leaving it out would
// change the solid. Computed on first use and kept with the model, which is closed.
const Model& plain_surface(const Model& model);

}  // namespace apart::queries
