// How far apart are two shapes, or how deep do they overlap, and where?
#pragma once
#include <apart/base/status.hpp>
#include <apart/convex/shape_options.hpp>

namespace apart {

struct ShapeDistance {
  // Negative when they overlap: moving B by −distance along the normal parts them, and no shorter motion does. Of
  // unions that overlap it is that of the deepest pair of pieces, which is the least that must be moved, and Status is
  // within_error. −infinity: half-spaces that no motion parts.
  double distance = std::numeric_limits<double>::infinity();
  double at_least = -std::numeric_limits<double>::infinity();  // proven, and …
  double at_most = std::numeric_limits<double>::infinity();    // … so is this: −at_most is the least depth
  Vec3d on_a{}, on_b{};          // in A's frame (in the world's, with world poses): on_b = on_a + distance · normal
  Vec3d normal{1, 0, 0};         // of length 1 always, from A to B
  u32 piece_a = 0, piece_b = 0;  // of unions, laid flat in their order
  // at_least: farther apart than the maximum; `distance` is then a proven bound, and the points are any.
  Status status = Status::exact;

  bool has_points() const { return std::isfinite(distance) && status != Status::at_least && status != Status::invalid; }
};

// B stands at `b_in_a` in A's frame, or both stand in the world.
ShapeDistance distance(const Shape& a, const Pose& b_in_a, const Shape& b, const ShapeOptions& options = {});
ShapeDistance distance(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                       const ShapeOptions& options = {});

}  // namespace apart
