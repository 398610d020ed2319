// The first contact of two convex shapes, without a walk.
#pragma once
#include <apart/motion/elements.hpp>
#include <apart/motion/impact.hpp>

namespace apart::motion {

// Of vertices of a polytope: more are searched by hill climbing.
constexpr std::size_t kMostEights = 16;

// Two convex cores over one segment of their motions.
struct ConvexPair {
  const Core &a, &b;
  double begin, end;             // times of the segment
  bool usable;                   // neither too small nor too large for the range of doubles
  const MotionSegment* segment;  // null if neither turns
  Pose b_in_a;                   // at its beginning, and then as the search moves it …
  Vec3d velocity;                // … and that of B seen from A, if neither turns
  CoreBall ball_a, ball_b;       // around the cores, each in its own frame
  double radius_a, radius_b;     // by which the cores are rounded
  double within;                 // the clearance
  double tolerance;
  ElementErrors errors;

  double radii() const { return radius_a + radius_b; }
  double keep() const { return radii() + within; }        // of the cores
  double kept() const { return keep() + errors.length; }  // of what is computed
};

enum class ConvexFound { free, contact, nothing };

// From a time on that is proven to be free. Sets free_until and, of a contact, what is known of it.
using ConvexSearch = ConvexFound(ConvexPair& pair, double from, Impact& out);
struct ConvexSearches {
  ConvexSearch *straight, *turning;
};

// Of two shapes that are neither unions nor half-spaces. False if it cannot tell: in contact at first, or a pair on
// which the search does not converge; the result is then without meaning. The least clearance of a free motion is not
// searched.
bool convex_impact(const Shape& a, const RigidMotion& motion_a, const Shape& b, const RigidMotion& motion_b,
                   const ImpactOptions& options, Impact& out);

}  // namespace apart::motion
