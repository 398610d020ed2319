// Do two shapes touch?
#pragma once
#include <apart/base/status.hpp>
#include <apart/convex/shape_options.hpp>

namespace apart {

struct ShapeCollision {
  bool colliding = false;
  u32 piece_a = 0, piece_b = 0;  // of unions: a pair that touches
  Status status = Status::exact;

  explicit operator bool() const { return colliding; }
};

// Touching counts, and so does what rounding cannot tell from touching: "no" is proven.
ShapeCollision collide(const Shape& a, const Pose& b_in_a, const Shape& b, const ShapeOptions& options = {});
ShapeCollision collide(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                       const ShapeOptions& options = {});

}  // namespace apart
