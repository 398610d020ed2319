// Penetration of two models that moved little since the last time.
#pragma once
#include <apart/queries/penetration.hpp>
#include <optional>

namespace apart::queries {

// The bounds that the options ask for. `last` is a translation of B in A's frame that may separate them, to start from,
// and becomes the one that was found; it is left as it is where they do not overlap.
Penetration penetration_from(std::optional<Vec3d>& last, const Model& a, const Pose& b_in_a, const Model& b,
                             const PenetrationOptions& options);

}  // namespace apart::queries
