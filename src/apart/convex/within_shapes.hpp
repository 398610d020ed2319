// Are two shapes closer than a tolerance?
#pragma once
#include <apart/base/status.hpp>
#include <apart/convex/shape_options.hpp>

namespace apart {

struct ShapeWithin {
  bool within = false;           // the distance is at most the tolerance; with tolerance 0, the same as collide
  u32 piece_a = 0, piece_b = 0;  // of unions: a pair that is near enough
  Status status = Status::exact;

  explicit operator bool() const { return within; }
};

// "No" is proven; what rounding cannot tell from the tolerance is within.
ShapeWithin within(const Shape& a, const Pose& b_in_a, const Shape& b, double tolerance,
                   const ShapeOptions& options = {});
ShapeWithin within(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world, double tolerance,
                   const ShapeOptions& options = {});

}  // namespace apart
