// The gap between two convex pieces: that of their cores, less their radii.
#pragma once
#include <apart/convex/core_gap.hpp>
#include <apart/convex/distance_shapes.hpp>
#include <apart/convex/pieces.hpp>

namespace apart {

// A core and its radius; it is asked in its own frame.
struct RoundedCore {
  const Core& core;
  double radius;
};

ShapeDistance rounded_gap(const RoundedCore& a, const Posed& b_in_a, const RoundedCore& b, const ShapeOptions& options);

// Are they nearer than a tolerance? Unless it is proven that they are not.
bool rounded_within(const RoundedCore& a, const Posed& b_in_a, const RoundedCore& b, double tolerance,
                    ShapeMemory* memory);

inline bool is_union(const Shape& shape) { return shape.kind() == CoreKind::compound; }

inline RoundedCore rounded_core(const Shape& shape) { return {shape.core(), shape.radius()}; }
inline RoundedCore rounded_core(const ConvexPiece& piece) { return {*piece.core, piece.radius}; }

// A caller's mistake: not every one is found, since this stands before queries of a few nanoseconds.
inline void check_shape_pose(const Posed& pose) {
  const auto& rows = pose.rotation.rows;
  const double three = squared_length(rows[0]) + squared_length(rows[1]) + squared_length(rows[2]);
  const double sum = pose.translation.x + pose.translation.y + pose.translation.z;
  APART_ASSERT(std::abs(three - 3) <= 1e-5 && std::isfinite(sum), "a query was given a pose that is not rigid");
}

inline ShapeDistance placed(ShapeDistance answer, const Posed& pose) {
  answer.on_a = pose * answer.on_a, answer.on_b = pose * answer.on_b, answer.normal = pose.turn(answer.normal);
  return answer;
}

}  // namespace apart
