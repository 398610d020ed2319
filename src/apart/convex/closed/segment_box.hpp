// A segment and a box: is it nearer than a reach, where is it nearest, and how deep does it overlap?
#pragma once
#include <apart/convex/convex_gap.hpp>
#include <apart/shapes/solids.hpp>

namespace apart::convex {

// The squared distance from the box along the segment is a convex function whose slope is linear between some points:
// Newton's method with a bracket finds its least value in a few steps.
class SegmentBox {
 public:
  // From one end, along the segment, in the box's frame.
  SegmentBox(Vec3d from, Vec3d along, Vec3d half) : from_(from), along_(along), half_(half) {}

  // On the way a value below the reach proves that they meet, and a tangent above it that they are apart. Of
  // coordinates that are no larger than a size, and known to a slack of at least 2⁻⁴⁴ of it: squares and tangents,
  // which are sums of some products of these sizes, then lose less than what is added.
  Verdict verdict(double reach, double size, double slack) const {
    const double near = reach - slack, far = reach + slack;
    const double below = near > 0 ? near * near : -1, above = far * far + 0x1p-44 * size * size;
    Bracket bracket;
    for (int step = 0; step < kSteps; ++step) {
      const At at(*this, bracket.t);
      if (at.squared < below) return Verdict::meet;
      // The tangent at the end of the bracket toward which the function falls.
      if (at.squared + at.slope * (bracket.end(at) - bracket.t) > above) return Verdict::apart;
      bracket.advance(at);
    }
    return Verdict::unsure;
  }

  // The place where it is least, from 0 to 1, to rounding. Not proven: where the segment is nearly parallel to a side
  // or an edge, steps may end too early.
  APART_INLINE double nearest() const {
    Bracket bracket;
    int sides = -1;
    for (int step = 0; step < kSteps; ++step) {
      const At at(*this, bracket.t);
      // A step would not lead farther than rounding does; or it is at an end, beyond which the function falls; or the
      // parabola of the last step, along which it came here, still holds.
      if (std::abs(at.slope) <= 0x1p-50 * at.bend || (at.slope > 0 ? bracket.t == 0 : bracket.t == 1) ||
          (bracket.by_newton && at.sides == sides))
        return bracket.t;
      sides = at.sides;
      bracket.advance(at);
    }
    return bracket.t;
  }

  // The same, slower: where the segment crosses the planes of the sides the slope bends, and of the pieces in between
  // the one is taken in which it becomes level.
  double nearest_of_pieces() const {
    double low = 0, high = 1, slope_low = At(*this, 0).slope, slope_high = At(*this, 1).slope;
    if (slope_low >= 0) return low;
    if (slope_high <= 0) return high;
    for (int side = 0; side < 6; ++side) {
      const int i = side / 2;
      const double t = ((side % 2 ? half_[i] : -half_[i]) - from_[i]) / along_[i];
      if (!(low < t && t < high)) continue;
      SegmentBox others = *this;  // across this side there is no slope, which rounding would hide
      others.from_[i] = others.along_[i] = 0;
      const double slope = At(others, t).slope;
      if (slope < 0) low = t, slope_low = slope;
      if (slope >= 0) high = t, slope_high = slope;
    }
    return low + (high - low) * (slope_low / (slope_low - slope_high));
  }

 private:
  static constexpr int kSteps = 8;

  // The squared distance at a place of the segment, its derivatives, and beyond which sides it is.
  struct At {
    double squared = 0, slope = 0, bend = 0;
    int sides = 0;
    APART_INLINE At(const SegmentBox& s, double t) {
      for (int i = 0; i < 3; ++i) {
        const double p = s.from_[i] + t * s.along_[i], beyond = larger(std::abs(p) - s.half_[i], 0.0);
        const double d = p < 0 ? -s.along_[i] : s.along_[i];
        squared += beyond * beyond, slope += 2 * beyond * d, bend += beyond > 0 ? 2 * d * d : 0;
        sides |= (beyond > 0 ? (p < 0 ? 2 : 1) : 0) << 2 * i;
      }
    }
  };

  // Where the least value is, and the next place to try.
  struct Bracket {
    double low = 0, high = 1, t = 0.5;
    bool low_tried = false, high_tried = false, by_newton = false;

    double end(const At& at) const { return at.slope > 0 ? low : high; }
    APART_INLINE void advance(const At& at) {
      const bool down = at.slope > 0;
      (down ? high : low) = t, (down ? high_tried : low_tried) = true;
      const double next = t - at.slope / at.bend;
      by_newton = next > low && next < high;
      // Beyond the bracket: to its end, if that was not tried yet, or between.
      const bool to_end = !(down ? low_tried : high_tried);
      t = by_newton ? next : to_end ? (down ? low : high) : 0.5 * (low + high);
    }
  };

  Vec3d from_, along_, half_;
};

// Writes the signed distance, if it is proven. B is at `b_in_a`. Where they overlap it is 0 without `depth`;
// with it, of what is farther apart than a reach, it may be a lower bound.
bool box_segment_gap(const Box& a, const Pose& b_in_a, const Segment& b, double reach, bool depth, ConvexGap& out);
bool segment_box_gap(const Segment& a, const Pose& b_in_a, const Box& b, double reach, bool depth, ConvexGap& out);

}  // namespace apart::convex
