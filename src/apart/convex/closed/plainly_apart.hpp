// Points and segments that a side of a box separates from it by more than a reach: in line, and without a root.
#pragma once
#include <apart/convex/closed/plain_gap.hpp>

namespace apart::convex {

// Rounding, and a pose that is a rotation to 2e-6 alone, are covered by 1e-5 of the sizes.
class SeparatingSide {
 public:
  // `inner`: the box's half sizes, and how far the other reaches from its middle.
  APART_INLINE SeparatingSide(Vec3d middle, Vec3d inner, double reach) : middle_(middle) {
    const Vec3d far = abs(middle), sizes = far + inner;
    room_ = far - inner;
    const double size = (sizes.x + sizes.y) + (sizes.z + reach);
    separates_ = (largest(room_) > reach + 1e-5 * size) & (size > 1e-100);  // nothing underflows
  }
  APART_INLINE SeparatingSide(const Box& a, const Pose& b_in_a, const Point& b, double reach)
      : SeparatingSide(placed_point(b_in_a, b), 0.5 * a.size, reach) {}
  APART_INLINE SeparatingSide(const Box& a, const Pose& b_in_a, const Segment& b, double reach)
      : SeparatingSide(b_in_a * (0.5 * (b.a + b.b)), 0.5 * a.size + abs(b_in_a.rotate(0.5 * (b.b - b.a))), reach) {}
  APART_INLINE SeparatingSide(const Point& a, const Pose& b_in_a, const Box& b, double reach)
      : SeparatingSide(point_seen_from(b_in_a, a), 0.5 * b.size, reach) {}
  APART_INLINE SeparatingSide(const Segment& a, const Pose& b_in_a, const Box& b, double reach)
      : SeparatingSide(point_seen_from(b_in_a, {0.5 * (a.a + a.b)}),
                       0.5 * b.size + abs(transposed_times(b_in_a.rotation, 0.5 * (a.b - a.a))), reach) {}

  APART_INLINE bool separates() const { return separates_; }  // false: not known
  // Then, in the box's frame: from there to the other.
  APART_INLINE Vec3d normal() const {
    const bool z = room_.z > larger(room_.x, room_.y), y = !z & (room_.y > room_.x), x = !z & !y;
    const double sign = (x ? middle_.x : y ? middle_.y : middle_.z) < 0 ? -1 : 1;
    return {x ? sign : 0, y ? sign : 0, z ? sign : 0};
  }

 private:
  Vec3d middle_, room_;
  bool separates_;
};

}  // namespace apart::convex
