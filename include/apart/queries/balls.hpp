// Two balls by the vector between their centres, in line: for programs that ask about millions of them.
#pragma once
#include <apart/queries/collide.hpp>
#include <apart/queries/rounded.hpp>

namespace apart {

namespace queries {
// As of shapes, which validate everything. Numbers, since what is passed in memory would be stored before it is needed.
[[gnu::cold]] Collision collide_as_shapes(double radius_a, double x, double y, double z, double radius_b);
[[gnu::cold]] Distance distance_as_shapes(double radius_a, double x, double y, double z, double radius_b);
[[gnu::cold]] Distance signed_distance_as_shapes(double radius_a, double x, double y, double z, double radius_b);
[[gnu::cold]] Penetration penetration_as_shapes(double radius_a, double x, double y, double z, double radius_b);

// All that would be refused is not plain, nor are centres that are nearly the same or squares that leave the range of a
// double. Comparisons with NaN are false.
APART_INLINE bool are_plain_radii(const Ball& a, const Ball& b) {
  return (lesser(a.radius, b.radius) >= 0) & (a.radius + b.radius < 1e140);
}
APART_INLINE bool are_plain_balls(const Ball& a, Vec3d b_in_a, const Ball& b) {
  const double square = squared_length(b_in_a);
  return square > 1e-280 && square < 1e280 && are_plain_radii(a, b);
}
}  // namespace queries

// `b_in_a` is where B's centre is, seen from A's: a ball needs no rotation. The answers are those of the same queries
// of shapes at Pose::shift(b_in_a), to the bit: UsageError for a radius that is no radius, and Status::invalid for a
// centre that is not finite or beyond Pose::kFarthest.
APART_INLINE Collision collide(const Ball& a, Vec3d b_in_a, const Ball& b) {
  const convex::Verdict verdict = convex::centres_verdict(b_in_a, a.radius + b.radius);
  if (verdict == convex::Verdict::unsure || !queries::are_plain_radii(a, b))
    return queries::collide_as_shapes(a.radius, b_in_a.x, b_in_a.y, b_in_a.z, b.radius);
  return {.colliding = verdict == convex::Verdict::meet};
}
APART_INLINE Distance distance(const Ball& a, Vec3d b_in_a, const Ball& b) {
  if (!queries::are_plain_balls(a, b_in_a, b))
    return queries::distance_as_shapes(a.radius, b_in_a.x, b_in_a.y, b_in_a.z, b.radius);
  return queries::with_radii(convex::centres_gap(b_in_a), a.radius, b.radius, {.depth = false});
}
APART_INLINE Distance signed_distance(const Ball& a, Vec3d b_in_a, const Ball& b) {
  if (!queries::are_plain_balls(a, b_in_a, b))
    return queries::signed_distance_as_shapes(a.radius, b_in_a.x, b_in_a.y, b_in_a.z, b.radius);
  return queries::with_radii(convex::centres_gap(b_in_a), a.radius, b.radius, {});
}
APART_INLINE Penetration penetration(const Ball& a, Vec3d b_in_a, const Ball& b) {
  if (!queries::are_plain_balls(a, b_in_a, b))
    return queries::penetration_as_shapes(a.radius, b_in_a.x, b_in_a.y, b_in_a.z, b.radius);
  return queries::as_penetration(
      queries::with_radii(convex::centres_gap(b_in_a), a.radius, b.radius, {.max = 0, .overlap_alone = true}));
}

}  // namespace apart
