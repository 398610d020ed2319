// Where are two segments nearest? In closed form, at every angle and scale.
#pragma once
#include <apart/convex/arrow.hpp>
#include <apart/convex/core_gap.hpp>

namespace apart {

// Two segments that are clearly apart, and clearly not parallel. Rounding then moves the places by less than 1e-12 of
// the size, which changes a distance of 1e-3 of it by nothing, and no care is needed.
struct QuickSegments {
  Vec3d on_a, apart;  // the nearest point of A, and the way from there to B
  double squared;     // length of that way
  double extents;     // squared: half of the largest coordinate or more
  bool sure;          // if not, PassingSegments tells

  APART_INLINE QuickSegments(const Segment& a, const Posed& b_in_a, const Segment& b) {
    const Vec3d d = a.b - a.a, e = b_in_a.turn(b.b - b.a), r = b_in_a * b.a - a.a;
    const double dd = squared_length(d), ee = squared_length(e), de = dot(d, e), dr = dot(d, r), er = dot(e, r);
    const double product = dd * ee, det = product - de * de, per_d = 1 / dd, per_e = 1 / ee;
    const auto clamped = [](double x) { return lesser(larger(x, 0.0), 1.0); };
    // On both lines; then each as the other's end has it.
    const double first = clamped((dr * ee - er * de) / det), t = clamped((first * de - er) * per_e);
    const double s = clamped((dr + t * de) * per_d);
    on_a = a.a + s * d, apart = (r + t * e) - s * d;
    squared = squared_length(apart);
    extents = squared_length(a.a) + dd + ee + squared;
    sure = det > 0.01 * product && squared > 4e-6 * extents && extents > 1e-70 && extents < 1e70;
  }

  double size() const { return 2 * std::sqrt(extents); }
  CoreGap gap() const {
    const double distance = std::sqrt(squared);
    const Vec3d normal = (1 / distance) * apart;
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
