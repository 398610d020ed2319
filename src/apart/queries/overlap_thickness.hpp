// The thickness of the common region of two solids. Not how far one must move to leave the other: see separation.hpp.
#pragma once
#include <apart/queries/collisions.hpp>
#include <optional>
#include <span>

namespace apart::queries {

// The common region (or several) is bounded by the curves in which they cross and by the parts of either surface that
// lie inside the other. Each region fits between two parallel planes this far apart: of some directions (normals at the
// curves, axes of the models and of the region itself) the one of least extent is taken, so a better direction may
// exist and the true width may be less. Of several regions the thickest counts. A post sunk deep into a slab shares a
// region that is as thick as the post. `touching` are all pairs of triangles that meet. Nothing for surfaces that are
// not closed: they have no inside. Throws UsageError at a pose that is not usable, as it has no status.
std::optional<double> overlap_thickness(const Model& a, const Pose& b_in_a, const Model& b,
                                        std::span<const TouchingPair> touching);

}  // namespace apart::queries
