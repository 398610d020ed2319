// Orientation of points that are displaced by infinitesimal amounts, so that no four of two surfaces are coplanar:
// simulation of simplicity (Edelsbrunner and Mücke 1990). Algorithms on top need no degenerate cases.
#pragma once
#include <apart/triangles/exact/orient.hpp>

namespace apart::triangles {

// The point `at` + ε · `shift` + ε⁴ · (a random vector that `id` determines), for a positive infinitesimal ε.
struct PerturbedPoint {
  Vec3d at;
  Vec3d shift;  // whole numbers up to 1024
  u64 id;
};

// As orient3d() of the displaced points. Exact; 0 only for points with a common id, or by a coincidence of random
// numbers. Coordinates whose products underflow (below 1e-120, not zero) may be mistaken for zero.
int orient3d(const PerturbedPoint& a, const PerturbedPoint& b, const PerturbedPoint& c, const PerturbedPoint& d);

// The parameter on pq of its intersection with the plane of a, b, c, in the limit ε → 0. The displaced p and q must lie
// on different sides.
Quad crossing(const PerturbedPoint& p, const PerturbedPoint& q, const PerturbedPoint& a, const PerturbedPoint& b,
              const PerturbedPoint& c);

}  // namespace apart::triangles
