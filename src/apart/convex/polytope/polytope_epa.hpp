// Penetration depth of two polytopes: EPA in one function for well-conditioned polytopes: faces in lanes, visibility
// tested for all at once, new ones built side by side. Thin, broken, too large or uncertified cases are left to
// epa.hpp.
#pragma once
#include <apart/convex/gjk/epa.hpp>
#include <apart/convex/polytope/polytope_pair.hpp>

namespace apart::convex {

// From the tetrahedron around the origin with which polytope_gjk() ended. The status is `exact`, or `unfinished`:
// inconclusive. The same with every lane width.
EpaResult polytope_epa(const PolytopePair& pair, const PolytopeSimplex& start);

}  // namespace apart::convex
