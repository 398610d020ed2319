// Where are two segments nearest? In closed form, at every angle and scale.
#pragma once
#include <apart/convex/arrow.hpp>
#include <apart/convex/core_gap.hpp>

namespace apart {

// Two segments that are clearly apart, and clearly not parallel. Rounding then moves the places by less than 1e-12 of
// the size, which changes a distance of 1e-3 of it by nothing, and no care is needed.
struct QuickSegments {
  Vec3d on_a, apart;  // the nearest point of A, and twice the way from there to B
  double squared;     // length of that
  double extents;     // squared: the largest coordinate or more
  bool sure;          // if not, PassingSegments tells

  APART_INLINE QuickSegments(const Segment& a, const Posed& b_in_a, const Segment& b) {
    // All of it twice, and told from the middles: most capsules lie about the origin, and then there is less to turn.
    const Vec3d d = a.b - a.a, along_b = b.b - b.a, middle_a = a.a + a.b, middle_b = b.a + b.b;
    const Vec3d e = b_in_a.turn(along_b);
    Vec3d r = 2 * b_in_a.translation - middle_a;
    if (middle_b != Vec3d{}) r += b_in_a.turn(middle_b);
    const double dd = squared_length(d), ee = squared_length(along_b), de = dot(d, e), dr = dot(d, r), er = dot(e, r);
    const double product = dd * ee, det = product - de * de;
    // A part of a whole, −1 … 1.
    const auto share = [](double part, double whole) { return part >= whole ? 1 : part <= -whole ? -1 : part / whole; };
    // On both lines; where B's ends there, on A's line and at that end.
    double s = share(dr * ee - er * de, det), t = s * de - er;
    if (t >= ee)
      t = 1, s = share(dr + de, dd);
    else if (t <= -ee)
      t = -1, s = share(dr - de, dd);
    else
      t /= ee;
    const Vec3d way = s * d;
    on_a = 0.5 * (middle_a + way), apart = (r + t * e) - way;
    squared = squared_length(apart);
    extents = squared_length(middle_a) + dd + ee + squared;
    sure = det > 0.01 * product && squared > 4e-6 * extents && extents > 1e-70 && extents < 1e70;
  }

  double size() const { return std::sqrt(extents); }
  CoreGap gap() const {
    const double twice = std::sqrt(squared), distance = 0.5 * twice;
    const Vec3d normal = (twice * (1 / squared)) * apart;  // neither root nor division waits for the other
    return {distance, distance - rounding_of(size()), distance, on_a, on_a + distance * normal, normal, Status::exact};
  }
};

// Any two, in one frame.
struct PassingSegments {
  Segment a, b;
  Vec3d on_a, on_b, apart;  // the points, and the way from one to the other with more digits than their difference
  double distance;
  double size;              // of the coordinates
  bool inside_a, inside_b;  // not at an end

  PassingSegments(const Segment& first, const Posed& b_in_a, const Segment& second);

  // Of length 1, from A to B, with all its digits however near they pass each other.
  Vec3d normal() const;
  CoreGap gap() const {
    return {distance, distance - rounding_of(size), distance, on_a, on_b, normal(), Status::exact};
  }
};

}  // namespace apart
