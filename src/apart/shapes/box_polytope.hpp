// A box as a polytope.
#pragma once
#include <apart/shapes/polytope.hpp>
#include <apart/shapes/solids.hpp>

namespace apart {

// Its faces are those of a cube, known without a hull of its corners, so that they have the same numbers on every
// machine; but for a box that is flat, or nearly.
Polytope box_polytope(const Box& box);

}  // namespace apart
