// When does a shape that is moved along a straight line first touch another? A ray is a point that is cast.
#pragma once
#include <apart/base/status.hpp>
#include <apart/convex/shape_options.hpp>

namespace apart {

struct ShapeCast {
  bool hit = false;
  double time = 1;  // in [0, 1], a share of the motion: never later than the first touch; 0 when they touch at once
  Vec3d on_a{}, on_b{};          // where they touch, B being moved, in A's frame (in the world's, with world poses)
  Vec3d normal{1, 0, 0};         // of length 1, from A to B
  u32 piece_a = 0, piece_b = 0;  // of unions
  Status status = Status::exact;

  explicit operator bool() const { return hit; }
};

// B moves by `motion`, in A's frame (in the world's, with world poses), without turning.
ShapeCast cast(const Shape& a, const Pose& b_in_a, const Shape& b, Vec3d motion, const ShapeOptions& options = {});
ShapeCast cast(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world, Vec3d motion,
               const ShapeOptions& options = {});

}  // namespace apart
