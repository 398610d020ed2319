// How far apart are the farthest points of two shapes?
#pragma once
#include <apart/base/status.hpp>
#include <apart/convex/shape_options.hpp>

namespace apart {

struct ShapeSpan {
  double distance = -std::numeric_limits<double>::infinity();  // of the two points; infinite with a half-space
  double at_most = std::numeric_limits<double>::infinity();    // proven
  Vec3d on_a{}, on_b{};          // in A's frame (in the world's, with world poses); any when the distance is infinite
  u32 piece_a = 0, piece_b = 0;  // of unions
  // exact to rounding for corners and what is round about them; to 1e-9 where two bent surfaces meet; within_error
  // where so many directions are equally good that even that was given up.
  Status status = Status::exact;
};

ShapeSpan span(const Shape& a, const Pose& b_in_a, const Shape& b, const ShapeOptions& options = {});
ShapeSpan span(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
               const ShapeOptions& options = {});

}  // namespace apart
