// Can a plane be put between two polytopes? By linear programming, over few pairs of vertices at first: those that the
// last plane failed to part are added until one parts all, or none can.
#pragma once
#include <apart/convex/features/features.hpp>

namespace apart::convex {

struct PlaneBetween {
  // Proven by all vertices. Gaps of less than 1e-9 of the sizes may be overlooked, and of segments and points larger
  // ones.
  bool found = false;
  Vec3d normal{};  // of length 1, from A to B
  double gap = 0;  // between the two along it
  int rounds = 0;
};

// B stands at b_in_a in A's frame, and so does the answer.
PlaneBetween separated_by_plane(const Polytope& a, const Pose& b_in_a, const Polytope& b);

}  // namespace apart::convex
