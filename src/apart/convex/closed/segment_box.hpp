// Is a segment nearer to a box than a reach? Proven either way, or left open.
#pragma once
#include <apart/convex/convex_gap.hpp>
#include <apart/shapes/solids.hpp>

namespace apart::convex {

// The squared distance from the box along the segment is a convex function whose slope is linear between some points:
// Newton's method with a bracket finds its least value in a few steps. On the way a value below the reach proves that
// they meet, and a tangent above it that they are apart.
class SegmentBox {
 public:
  // From one end, along the segment, in the box's frame.
  SegmentBox(Vec3d from, Vec3d along, Vec3d half) : from_(from), along_(along), half_(half) {}

  // Of coordinates that are no larger than a size, and known to a slack of at least 2⁻⁴⁴ of it: squares and tangents,
  // which are sums of some products of these sizes, then lose less than what is added.
  Verdict verdict(double reach, double size, double slack) const {
    const double near = reach - slack, far = reach + slack;
    const double below = near > 0 ? near * near : -1, above = far * far + 0x1p-44 * size * size;
    constexpr int kSteps = 8;
    double low = 0, high = 1, t = 0.5;
    for (int step = 0; step < kSteps; ++step) {
      const At at(*this, t);
      if (at.squared < below) return Verdict::meet;
      // The tangent at the end of the bracket toward which the function falls.
      const double end = at.slope > 0 ? low : high;
      if (at.squared + at.slope * (end - t) > above) return Verdict::apart;
      (at.slope > 0 ? high : low) = t;
      const double next = t - at.slope / at.bend;
      // Beyond the bracket: to its end, if that was not tried yet, or between.
      if (next > low && next < high)
        t = next;
      else if (step == 0)
        t = end;
      else
        t = 0.5 * (low + high);
    }
    return Verdict::unsure;
  }

 private:
  // The squared distance at a place of the segment, and its derivatives.
  struct At {
    double squared = 0, slope = 0, bend = 0;
    At(const SegmentBox& s, double t) {
      for (int i = 0; i < 3; ++i) {
        const double p = s.from_[i] + t * s.along_[i], beyond = larger(std::abs(p) - s.half_[i], 0.0);
        const double d = p < 0 ? -s.along_[i] : s.along_[i];
        squared += beyond * beyond, slope += 2 * beyond * d, bend += beyond > 0 ? 2 * d * d : 0;
      }
    }
  };

  Vec3d from_, along_, half_;
};

}  // namespace apart::convex
