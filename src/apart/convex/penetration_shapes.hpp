// How deep do two shapes overlap, and which is the shortest way out?
#pragma once
#include <apart/base/status.hpp>
#include <apart/convex/shape_options.hpp>

namespace apart {

struct Penetration {
  // Moving B by depth · normal parts them; 0 when they do not overlap. Of unions the deepest pair of pieces (see
  // ShapeDistance), which may leave other pairs overlapping. Infinite: half-spaces that no motion parts.
  double depth = 0;
  double at_least = 0;           // proven: no shorter motion parts them
  Vec3d on_a{}, on_b{};          // on_a = on_b + depth · normal: each deepest in the other; any when depth is 0
  Vec3d normal{1, 0, 0};         // of length 1, from A to B
  u32 piece_a = 0, piece_b = 0;  // of unions
  Status status = Status::exact;
};

Penetration penetration(const Shape& a, const Pose& b_in_a, const Shape& b, const ShapeOptions& options = {});
Penetration penetration(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                        const ShapeOptions& options = {});

}  // namespace apart
