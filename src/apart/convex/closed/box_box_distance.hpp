// The distance of two boxes by clamping: the point of A nearest to p is p with each coordinate clamped to A's sides. So
// the distance is a function of a point of B alone, convex and piecewise quadratic, and Newton's method finds its
// minimum in a step or two, once the active sides are known.
#pragma once
#include <apart/convex/core_gap.hpp>

namespace apart::convex {

class BoxGap {
 public:
  // B is at `b_in_a`; all arguments must outlive this.
  BoxGap(const Box& a, const Pose& b_in_a, const Box& b);
  // From a point of B, in its own frame. `meet`: a common point is known, to rounding.
  Verdict search(Vec3d start);

  Vec3d on_a() const { return on_a_; }
  Vec3d on_b() const { return on_b_; }
  Vec3d in_b() const { return in_b_; }  // the same, in B's frame
  // Of two that are apart.
  Vec3d normal() const { return normal_; }
  ConvexGap gap() const {
    return {distance_, at_least_, distance_, on_a_, on_a_ + distance_ * normal_, normal_, Status::exact};
  }

 private:
  Verdict descend(int rounds);  // `apart`: at a minimum, yet to be proven
  bool step();
  Vec3d from_axis() const;
  Vec3d square_normal() const;
  bool prove(Vec3d direction, double length);

  const Box &a_, &b_;
  const Pose& pose_;
  Vec3d half_a_, half_b_;
  double noise_;                  // error bound of a height
  Vec3d in_b_, on_a_, on_b_;      // a point of B, in its frame; the nearest point of A; the same point of B in A's
                                  // frame
  Vec3d apart_, slope_, better_;  // from A to B; the same in B's frame; where alternating projections lead from in_b_
  Vec3d normal_;
  double distance_, at_least_;
};

}  // namespace apart::convex
