// Do two models have the same surface at the same place? Then one is a copy of the other.
#pragma once
#include <apart/hierarchy/model.hpp>

namespace apart::queries {

// Each vertex of one is within the tolerance of the other's surface, and of each triangle all that is not within the
// tolerance of the other's surface are slivers as wide as the tolerance along its edges. Neither numbering nor
// orientation counts, nor how flat faces are cut into triangles. Mere roundings of the coordinates always pass.
// Cheap unless the extents of the two agree. Throws UsageError at a pose that is not usable, as it has no status.
bool same_surface(const Model& a, const Pose& b_in_a, const Model& b, double tolerance);

}  // namespace apart::queries
