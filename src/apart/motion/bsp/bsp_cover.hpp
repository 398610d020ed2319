// Verifies that every point of a level's surface is in a solid leaf of its BSP tree, and makes sheets of what is not;
// lists the faces of each leaf.
#pragma once
#include <apart/motion/bsp/bsp_arrays.hpp>

namespace apart::motion {

// How far from a plane a point may count as being on either side, for a level of radius 1. Queries take twice as much.
constexpr double kEitherSide = 0x1p-40;

// A body that comes from outside touches the surface before anything else of the solid; so a sweep misses nothing if
// the leaves that are solid hold the surface. However coarse the arithmetic of the builder was, this is tested of the
// tree as it is.
void cover_surface(BspArrays& tree);

}  // namespace apart::motion
