// Branch and bound for the least translation that separates two solids.
#pragma once
#include <apart/base/budget.hpp>
#include <apart/hierarchy/model.hpp>
#include <optional>

namespace apart::queries {

struct DepthBounds {
  double at_least = 0;  // proven: no shorter translation separates them
  double at_most = 0;   // the length of the translation
  Vec3d translation{};  // of B; separates them
  u64 tests = 0;        // what it took of the budget
};

// Bounds are refined until at_least ≥ (1 − rel_error) · at_most, or until the budget is spent. The translation leaves
// the two farther apart than `room`, so that rounding it by less does no harm.
struct DepthGoal {
  double room, rel_error;
  Budget budget;
};

// Of two closed models whose interiors meet. A guess is a translation that may separate them: what is found is as good
// without it, and sooner with a good one.
DepthBounds depth_bounds(const Model& a, const Pose& b_in_a, const Model& b, const DepthGoal& goal,
                         const std::optional<Vec3d>& guess = {});

// Normals, from A to B, of the contacts within a distance of a translation of B: the nearest ones, without repetitions.
std::vector<Vec3d> contact_normals(const Model& a, const Pose& b_in_a, const Model& b, Vec3d translation,
                                   double radius);

}  // namespace apart::queries
