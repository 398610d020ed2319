// How deep do two polytopes lie in each other? EPA in one function, for polytopes that need not be looked at with care:
// faces in lanes, all of them asked at once which lie below a corner, new ones made side by side. What is thin, torn,
// too large or not certified is left to epa.hpp.
#pragma once
#include <apart/convex/gjk/epa.hpp>
#include <apart/convex/polytope/polytope_pair.hpp>

namespace apart::convex {

// From the tetrahedron around the origin with which polytope_gjk() ended. The status is `exact`, or `unfinished`: not
// sure. The same with every lane width.
EpaResult polytope_epa(const PolytopePair& pair, const PolytopeSimplex& start);

}  // namespace apart::convex
