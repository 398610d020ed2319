// Two cores in A's frame with their spheres and sizes: the geometry that every rung of the escalation reads.
#pragma once
#include <apart/base/normalized.hpp>
#include <apart/convex/core_support.hpp>
#include <apart/convex/polytope/polytope_pair.hpp>

namespace apart::convex {

struct PlacedCores {
  CoreSupport a;
  PlacedCore b;
  Vec3d centre_a, towards;  // the centre of A's bounding sphere; from there to that of B's
  double radii;             // of the bounding spheres, added
  double inner = 0;         // of the inscribed spheres, where both are polytopes
  double size;              // of the coordinates that go into sums: rounding is relative to it
  bool curved;
  const Polytope *polytope_a, *polytope_b;  // if they are

  PlacedCores(const Core& core_a, const Pose& b_in_a, const Core& core_b)
      : a{&core_a},
        b{b_in_a, {&core_b}},
        curved(is_curved(static_cast<CoreKind>(core_a.index())) || is_curved(static_cast<CoreKind>(core_b.index()))) {
    const CoreBall around_a = ball_around(core_a), around_b = ball_around(core_b);
    const Vec3d middle = b_in_a * around_b.centre;
    centre_a = around_a.centre, towards = middle - around_a.centre;
    radii = around_a.radius + around_b.radius;
    size = radii + largest(abs(centre_a)) + largest(abs(middle));
    radii += rounding_error(size);
    polytope_a = std::get_if<Polytope>(&core_a), polytope_b = std::get_if<Polytope>(&core_b);
    if (are_polytopes()) inner = polytope_a->inscribed() + polytope_b->inscribed();
  }

  bool spheres_beyond(double reach) const {
    const double far = reach + radii;
    return squared_length(towards) > far * far * (1 + 1e-15);
  }
  bool inscribed_spheres_overlap() const {
    const double near = inner - noise();
    return near > 0 && squared_length(towards) < near * near * (1 - 1e-15);
  }
  // In both of these.
  Vec3d common_point() const { return centre_a + (polytope_a->inscribed() / inner) * towards; }

  bool are_polytopes() const { return polytope_a && polytope_b; }
  PolytopePair polytopes() const { return {*polytope_a, *polytope_b, b.pose, -towards, radii, noise()}; }

  double noise() const { return 2 * rounding_error(size); }  // of a point
};

}  // namespace apart::convex
