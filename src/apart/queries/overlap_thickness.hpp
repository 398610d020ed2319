// About how deep do two solids that clash lie in each other? An estimate, and called so.
#pragma once
#include <apart/queries/collisions.hpp>
#include <optional>
#include <span>

namespace apart {

struct DepthEstimate {
  double depth = 0;
  Vec3d direction{};  // of length one, from A to B: the way B would leave
};

// What the two share is a region (or several), bounded by the curves in which they cross and by the parts of either
// surface that lie inside the other. Its thickness is estimated: of some directions (normals at the curves, axes of
// the models and of the region itself) the one along which its corners spread least; of several regions the thickest
// counts. Exact for overlapping boxes. It is not the least way out of a body that is skewered: a rod through a wall is
// as deep in it as the rod or the wall is thick, whichever is less.
// `touching` are all pairs of triangles that meet. Nothing for surfaces that are not closed: they hold nothing inside.
std::optional<DepthEstimate> depth_estimate(const Model& a, const Posed& b_in_a, const Model& b,
                                            std::span<const TouchingPair> touching);

}  // namespace apart
