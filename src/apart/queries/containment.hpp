// Does one solid lie inside another, and is a point inside one?
#pragma once
#include <apart/hierarchy/model.hpp>

namespace apart {

enum class Where { outside, inside, on_surface };

// Where a point lies to a closed mesh. Inside is where the surface winds around it, so parts that overlap are solid
// throughout. Exact. The model must be closed.
Where locate(const Model& solid, Vec3d point);

// For models whose surfaces do not touch: is any part of one inside the other? A model that is not closed holds
// nothing inside.
bool contained(const Model& a, const Posed& b_in_a, const Model& b);

}  // namespace apart
