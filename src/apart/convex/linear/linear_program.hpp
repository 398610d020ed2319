// Where do half-spaces have a common point, and which of them lies farthest along a direction? Seidel's randomized
// incremental linear programming in three variables; the order is random but always the same.
#pragma once
#include <apart/shapes/half_space.hpp>
#include <span>

namespace apart::convex {

enum class LinearOutcome { optimal, infeasible, unbounded };

struct LinearResult {
  LinearOutcome outcome = LinearOutcome::infeasible;
  Vec3d at{};  // the optimum; if unbounded, some common point
};

// Maximises objective · x over the half-spaces. Half-spaces that miss each other by no more than rounding are taken
// to touch; a common point farther from the origin than 2⁴⁰ times the farthest plane is none. A zero objective asks for
// any common point.
LinearResult maximise(Vec3d objective, std::span<const HalfSpace> constraints, u64 seed = 1);

// Can a plane be put strictly between the hulls of two sets of points? Its direction from A to B, not of length 1, or
// zero when there is none. Looks at every pair of points: for the few corners of a box, not for large sets. What is
// found should be checked by projecting the points, for it is right only to rounding.
Vec3d separating_direction(std::span<const Vec3d> a, std::span<const Vec3d> b);

}  // namespace apart::convex
