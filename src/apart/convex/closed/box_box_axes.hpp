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
    offer(t, abs(t) - (half_a + turn * half_b), 0);
    if (separation - noise > enough) return;
    const Vec3d in_b = transposed_times(b_in_a.rotation, t);
    offer(in_b, abs(in_b) - (half_b + transposed_times(turn, half_a)), 3);
  }
  APART_INLINE Vec3d normal(const Mat3d& rotation) const {
    if (axis < 3) return kSides[2 * axis + back];
    const double sign = back ? -1 : 1, *const column = &rotation.rows[0].x + (axis - 3);
    return sign * Vec3d{column[0], column[3], column[6]};
  }

 private:
  static constexpr Vec3d kSides[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};

  // The first of the greatest.
  APART_INLINE void offer(const Vec3d& along, const Vec3d& found, int first) {
    const double with_x = larger(separation, found.x), with_y = larger(with_x, found.y);
    const bool x = found.x > separation, y = found.y > with_x, z = found.z > with_y;
    separation = larger(with_y, found.z);
    axis = z ? first + 2 : y ? first + 1 : x ? first : axis;
    back = z ? along.z < 0 : y ? along.y < 0 : x ? along.x < 0 : back;
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
