// The nearest points of two segments, in closed form, at every angle and scale.
#pragma once
#include <apart/base/normalized.hpp>
#include <apart/convex/core_gap.hpp>
#include <bit>

namespace apart::convex {

// A fast path for segments that are clearly disjoint and clearly not parallel. Rounding then moves the parameters by
// less than 1e-12 of the size, which does not affect a distance of 1e-3 of it. All lengths are doubled, and relative to
// the midpoints.
struct SegmentPairBySigns {
  Vec3d on_a, apart;  // the nearest point of A, not doubled; the vector from there to B
  double squared;     // its squared length
  double twice_size;  // twice the largest coordinate or more
  Verdict verdict;    // `apart`, or `unsure`: left to SegmentPair

  APART_INLINE SegmentPairBySigns(const Segment& a, const Pose& b_in_a, const Segment& b) {
    if (are_upright(a, b)) {
      *this = SegmentPairBySigns(a.b.z, b_in_a, b.b.z);
    } else {
      const Vec3d d = a.b - a.a, along_b = b.b - b.a, middle_a = a.a + a.b, e = b_in_a.rotate(along_b);
      const Vec3d r = 2 * b_in_a.translation + b_in_a.rotate(b.a + b.b) - middle_a;
      const Places at(squared_length(d), squared_length(along_b), dot(d, e), dot(d, r), dot(e, r));
      apart = (r + at.t * e) - at.s * d;
      on_a = 0.5 * (middle_a + at.s * d);
      finish(at, sum(d) + sum(along_b) + sum(middle_a), r);
    }
  }

  // Upright capsules, the common case: many terms are zero.
  APART_INLINE SegmentPairBySigns(double top_a, const Pose& b_in_a, double top_b) {
    const double d = 2 * top_a;
    const Vec3d e = (2 * top_b) * b_in_a.rotation.column(2), r = 2 * b_in_a.translation;
    const Places at(d * d, 4 * top_b * top_b, d * e.z, d * r.z, dot(e, r));
    apart = {r.x + at.t * e.x, r.y + at.t * e.y, (r.z + at.t * e.z) - at.s * d};
    on_a = {0, 0, at.s * top_a};
    finish(at, std::abs(d) + std::abs(2 * top_b), r);
  }
  // Along z, about their middles? Bitwise, in one branch; a signed zero only costs time.
  APART_INLINE static bool are_upright(const Segment& a, const Segment& b) { return (askew(a) | askew(b)) == 0; }

  double size() const { return 0.5 * twice_size; }
  // Are they nearer than a reach?
  APART_INLINE Verdict within(double reach) const {
    const double far = 2 * (reach + rounding_error(size()));
    return verdict != Verdict::apart           ? Verdict::unsure
           : squared > far * far * (1 + 1e-15) ? Verdict::apart
                                               : Verdict::meet;
  }
  ConvexGap gap() const {
    const double distance = 0.5 * std::sqrt(squared);
    return {distance, distance - rounding_error(size()), distance, on_a, on_a + 0.5 * apart, normal(), Status::exact};
  }
  Vec3d normal() const { return (std::sqrt(squared) * (1 / squared)) * apart; }  // the two square roots are independent

 private:
  // The nearest points as parameters −1 … 1: on both lines; where B is clamped to an end, on A's line and at that end.
  struct Places {
    double product, det, s, t;

    APART_INLINE Places(double dd, double ee, double de, double dr, double er)
        : product(dd * ee), det(product - de * de), s(share(dr * ee - er * de, det)), t(s * de - er) {
      if (t >= ee)
        t = 1, s = share(dr + de, dd);
      else if (t <= -ee)
        t = -1, s = share(dr - de, dd);
      else
        t /= ee;
    }
    APART_INLINE static double share(double part, double whole) {
      return part >= whole ? 1 : part <= -whole ? -1 : part / whole;
    }
  };

  APART_INLINE static u64 askew(const Segment& s) {
    const auto bits = [](double x) { return std::bit_cast<u64>(x); };
    return bits(s.a.x) | bits(s.a.y) | bits(s.b.x) | bits(s.b.y) | (bits(s.a.z) ^ bits(-s.b.z));
  }
  APART_INLINE static double sum(const Vec3d& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

  APART_INLINE void finish(const Places& at, double lengths, const Vec3d& r) {
    squared = squared_length(apart);
    twice_size = lengths + sum(r);
    const bool clear = at.det > 0.01 * at.product && squared > 1e-6 * (twice_size * twice_size) && twice_size > 1e-35 &&
                       twice_size < 1e35;
    verdict = clear ? Verdict::apart : Verdict::unsure;
  }
};

// Any two segments in one frame.
struct SegmentPair {
  Segment a, b;
  Vec3d on_a, on_b, apart;  // the points, and the vector between them with more digits than their difference
  double distance;
  double size;              // of the coordinates
  bool inside_a, inside_b;  // not at an end

  SegmentPair(const Segment& first, const Pose& b_in_a, const Segment& second);

  // Unit vector from A to B, accurate however near they pass each other.
  Vec3d normal() const;
  ConvexGap gap() const {
    return {distance, distance - rounding_error(size), distance, on_a, on_b, normal(), Status::exact};
  }
};

}  // namespace apart::convex
