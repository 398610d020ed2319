// Do two boxes meet, and how deep? By the fifteen axes that can part them, those of the faces first.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/shapes/solids.hpp>

namespace apart::convex {

// To rounding: not proven apart. Touching counts. B stands at b_in_a in A's frame.
bool boxes_meet(const Box& a, const Pose& b_in_a, const Box& b);

struct BoxAxis {
  // The most of all axes. Negative: the depth, exactly. Positive: they are at least this far apart.
  double separation = 0;
  double noise = 0;      // what rounding may have done to it
  Vec3d normal{};        // of length 1, from A to B: B moved by depth · normal touches A
  Vec3d on_a{}, on_b{};  // when they meet: on_b − on_a = separation · normal
  int axis = 0;          // 0 … 2: A's; 3 … 5: B's; 6 + 3 i + j: across A's i and B's j

  bool meet() const { return !(separation > noise); }
};

// In A's frame.
BoxAxis least_overlap(const Box& a, const Pose& b_in_a, const Box& b);

}  // namespace apart::convex
