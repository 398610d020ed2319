// Overlap and penetration depth of two boxes by the fifteen separating axes, face normals first.
#pragma once
#include <apart/base/pose.hpp>
#include <apart/convex/convex_gap.hpp>
#include <apart/shapes/solids.hpp>

namespace apart::convex {

// To rounding: not proven disjoint. Touching counts. B is at b_in_a in A's frame.
bool boxes_meet(const Box& a, const Pose& b_in_a, const Box& b);

// Error bound of sums of up to nine products of two boxes; sizes and offsets enter each once.
APART_INLINE double boxes_noise(Vec3d half_a, Vec3d t, Vec3d half_b) {
  const Vec3d sizes = half_a + half_b + abs(t);
  return 8 * std::numeric_limits<double>::epsilon() * (sizes.x + sizes.y + sizes.z);
}

// The side of either box that separates the two the most; of A alone, if one of its sides separates them by more than
// what is enough.
struct BoxSide {
  double separation = -std::numeric_limits<double>::infinity();
  double noise;       // its error bound
  int axis = 0;       // 0 … 2: A's; 3 … 5: B's
  bool back = false;  // A's is the one below its centre, or B's the one above its own

  APART_INLINE BoxSide(Vec3d half_a, const Pose& b_in_a, Vec3d half_b,
                       double enough = std::numeric_limits<double>::infinity())
      : noise(boxes_noise(half_a, b_in_a.translation, half_b)) {
    const Vec3d t = b_in_a.translation;
    const Mat3d turn = abs(b_in_a.rotation);
    for (int i = 0; i < 3; ++i) offer(t[i], half_a[i] + dot(turn.rows[i], half_b), i);
    if (separation - noise > enough) return;
    const Vec3d in_b = transposed_times(b_in_a.rotation, t), of_a = transposed_times(turn, half_a);
    for (int j = 0; j < 3; ++j) offer(in_b[j], half_b[j] + of_a[j], 3 + j);
  }
  APART_INLINE Vec3d normal(const Mat3d& rotation) const {
    const double sign = back ? -1 : 1;
    if (axis >= 3) return sign * rotation.column(axis - 3);
    return {axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0};
  }

 private:
  APART_INLINE void offer(double along, double room, int number) {
    const double found = std::abs(along) - room;
    const bool better = found > separation;
    separation = better ? found : separation, axis = better ? number : axis, back = better ? along < 0 : back;
  }
};

// The distance is the greatest separation of all axes. Negative: minus the penetration depth, exactly, with witness
// points. Positive: a lower bound of their distance, and the status is `at_least`.
struct BoxAxis : ConvexGap {
  int axis = 0;  // 0 … 2: A's; 3 … 5: B's; 6 + 3 i + j: across A's i and B's j

  BoxAxis() { distance = at_least; }
};

// In A's frame; `side` is that of both boxes.
BoxAxis least_overlap(const Box& a, const Pose& b_in_a, const Box& b, const BoxSide& side);
inline BoxAxis least_overlap(const Box& a, const Pose& b_in_a, const Box& b) {
  return least_overlap(a, b_in_a, b, BoxSide(0.5 * a.size, b_in_a, 0.5 * b.size));
}

}  // namespace apart::convex
