// Do two polytopes meet? Quickly, or not at all: by portals (Snethen's Minkowski portal refinement), with signs only.
// From a point deep inside of A − B a ray goes to the origin, and a triangle of corners that it passes through is moved
// outward until a plane parts the polytopes, or the origin is on the near side of the triangle.
#pragma once
#include <apart/convex/convex_gap.hpp>
#include <apart/convex/polytope/polytope_pair.hpp>

namespace apart::convex {

struct MprResult {
  Verdict verdict = Verdict::unsure;
  Vec3d direction{};  // apart: from A to B, of any length; a plane across it is between them
  // meet: these corners and both centres make a tetrahedron around the origin, with these weights (the centres' first).
  u32 of_a[3]{}, of_b[3]{};
  double weights[4]{};
  int steps = 0;
};

// Only where it is proven beyond all rounding; otherwise `unsure`, as of all that is thin, touches nearly, or is larger
// or smaller than 1e±30. The same with every lane width.
MprResult mpr(const PolytopePair& pair);

}  // namespace apart::convex
