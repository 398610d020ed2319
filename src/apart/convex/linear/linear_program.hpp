// Linear programming in three variables by Seidel's randomized incremental algorithm; the random order is
// deterministic.
#pragma once
#include <apart/shapes/solids.hpp>
#include <span>

namespace apart::convex {

enum class LinearOutcome { optimal, infeasible, unbounded };

struct LinearResult {
  LinearOutcome outcome = LinearOutcome::infeasible;
  Vec3d at{};  // the optimum; if unbounded, some feasible point
};

// Maximises objective · x over the half-spaces. Half-spaces that miss each other by no more than rounding are taken to
// touch; a common point farther from the origin than 2⁴⁰ times the farthest plane is none. A zero objective gives any
// feasible point.
LinearResult maximise(Vec3d objective, std::span<const HalfSpace> constraints, u64 seed = 1);

// A strictly separating plane of the hulls of two sets of points: its direction from A to B, not normalized, or zero if
// there is none. Uses every pair of points: for the few corners of a box, not for large sets. The result should be
// verified by projecting the points, for it is correct only to rounding.
Vec3d separating_direction(std::span<const Vec3d> a, std::span<const Vec3d> b);

}  // namespace apart::convex
