// The contact manifold of two rounded polytopes that rest on each other, for simulations.
#pragma once
#include <apart/convex/polytope/manifold.hpp>

namespace apart::convex {

// As manifold(), but a face counts as the one on which they rest if it is turned by less than three degrees against the
// nearest points, and its normal is then that of all points. Faces that rest on each other are never exactly flush, and
// at a common rim the nearest points are those of two edges: one point would let them rock.
Manifold resting_manifold(const RoundedPolytope& a, const Pose& b_in_a, const RoundedPolytope& b, double margin);

}  // namespace apart::convex
