// A separating plane of two polytopes by linear programming, over few pairs of vertices at first: those that the last
// plane failed to separate are added until one separates all, or none can.
#pragma once
#include <apart/convex/features/features.hpp>

namespace apart::convex {

struct PlaneBetween {
  // Proven by all vertices. Gaps of less than 1e-9 of the sizes may be missed, and of segments and points larger ones.
  bool found = false;
  Vec3d normal{};  // unit vector, from A to B
  double gap = 0;  // the separation along it
  int rounds = 0;
};

// B is at b_in_a in A's frame, and the result is in A's frame.
PlaneBetween separated_by_plane(const Polytope& a, const Pose& b_in_a, const Polytope& b);

}  // namespace apart::convex
