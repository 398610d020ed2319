// Branch and bound for the least translation that separates two solids.
#pragma once
#include <apart/base/budget.hpp>
#include <apart/hierarchy/model.hpp>

namespace apart::queries {

struct DepthBounds {
  double at_least = 0;  // proven: no shorter translation separates them
  double at_most = 0;   // the length of the translation
  Vec3d translation{};  // of B; separates them
};

// Of two closed models whose interiors meet. Refines the bounds until at_least ≥ (1 − rel_error) · at_most, or until
// the budget is spent. The translation leaves them farther apart than `room`, so that rounding it by less does no harm.
DepthBounds depth_bounds(const Model& a, const Pose& b_in_a, const Model& b, double room, double rel_error,
                         const Budget& budget);

}  // namespace apart::queries
