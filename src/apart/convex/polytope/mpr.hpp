// Overlap of two polytopes by Minkowski portal refinement (Snethen), with signs only, or inconclusive. From a point
// deep inside of A − B a ray goes to the origin, and a triangle of corners that it passes through (the portal) is moved
// outward until a plane separates the polytopes, or the origin is on the near side of the triangle.
#pragma once
#include <apart/convex/convex_gap.hpp>
#include <apart/convex/polytope/polytope_pair.hpp>

namespace apart::convex {

struct MprResult {
  Verdict verdict = Verdict::unsure;
  Vec3d direction{};  // apart: from A to B, of any length; a plane perpendicular to it separates them
  // meet: these corners and both centres form a tetrahedron around the origin, with these weights (the centres' first).
  u32 of_a[3]{}, of_b[3]{};
  double weights[4]{};
  int steps = 0;
};

// Only if proven beyond all rounding; otherwise `unsure`, as for thin or nearly touching polytopes, or sizes beyond
// 1e±30. The same with every lane width.
MprResult mpr(const PolytopePair& pair);

}  // namespace apart::convex
