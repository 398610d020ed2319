// An upper bound of the translation that separates two models.
#pragma once
#include <apart/queries/collisions.hpp>
#include <span>

namespace apart {

struct SeparationBound {
  double length = 0;
  Vec3d translation{};  // of B, in the world: moved by it, B shares no point with A; A moved by its opposite neither
};

// A translation that certainly separates the two, whatever their shape: along it, the extent of one ends before that of
// the other begins. It is the shortest of those along the world's axes, both models' axes and the normals of some of
// the triangles that meet (`touching`), so the shortest translation of all is no longer than this, and may be shorter:
// an exit sideways through an opening is not found. It includes a few roundings of the coordinates. With A and B
// exchanged it is the opposite, to the last bit (unless the two are alike and coincide). Throws UsageError at a pose
// that is not usable, as it has no status.
SeparationBound separation_bound(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                                 std::span<const TouchingPair> touching = {});

}  // namespace apart
