// Do two triangles of one surface intersect elsewhere than in the corners and the edge that they share?
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

// Corners at equal positions are shared. Without any this is overlap(); triangles with one in common intersect
// elsewhere if they have another common point, those with two if they are folded onto each other, those with three
// always: they coincide. Exact for every finite input, degenerate triangles included.
bool overlap_beyond_corners(const Triangle& s, const Triangle& t);

// How many corners of s are corners of t, equal ones counted once.
int shared_corners(const Triangle& s, const Triangle& t);

}  // namespace apart::triangles
