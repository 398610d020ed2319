// Two rigid motions over a time in which both are smooth: where B is in A's frame, and how both move, seen from there.
#pragma once
#include <apart/base/relative.hpp>
#include <apart/motion/motion_piece.hpp>

namespace apart::motion {

// How one of the two moves at one time, in A's frame of that time, which itself stands still.
struct Movement {
  Vec3d pivot, velocity, spin;
  double spin_size = 0, acceleration = 0, bend = 0;

  Vec3d velocity_at(Vec3d x) const { return velocity + cross(spin, x - pivot); }
  // All that turns accelerates across the axis: along a direction n, of length 1, by this share of it.
  double across_axis(Vec3d n) const {
    if (bend == 0) return 0;
    return spin_size > 0 ? lesser(length(cross(n, spin)) / spin_size + 0x1p-48, 1.0) : 1;
  }
  // No point within `radius` of x accelerates by more.
  double acceleration_at(Vec3d x, double radius) const {
    return bend == 0 ? acceleration : acceleration + bend * (length(x - pivot) + radius);
  }
};

struct MovingPair {
  double time = -1;
  Pose b_in_a;
  Movement a, b;
};

// The pieces of two motions that share a span of time.
class MotionSegment {
 public:
  MotionSegment(const MotionPiece& a, const MotionPiece& b, double begin, double end)
      : a_(a), b_(b), begin_(begin), end_(end) {}

  double begin() const { return begin_; }
  double end() const { return end_; }
  const MotionPiece& a() const { return a_; }
  const MotionPiece& b() const { return b_; }

  // At the ends of a piece at the poses that were given.
  MovingPair at(double time) const;
  // A bound of the rounding of the pose of B in A, for points of either within these distances of their pivots.
  double rounding(double radius_a, double radius_b) const;
  // No point of the one within such a distance moves faster against one of the other.
  double fastest(double radius_a, double radius_b) const {
    return a_.speed + b_.speed + a_.spin * radius_a + b_.spin * radius_b;
  }

 private:
  const MotionPiece &a_, &b_;
  double begin_, end_;
};

// All of them, in order of time. They refer to the pieces.
std::vector<MotionSegment> segments(const MotionPieces& a, const MotionPieces& b);

}  // namespace apart::motion
