// Do two triangles share a point?
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

// Of the closed triangles: touching counts. Exact for every finite input; a degenerate triangle is the segment or
// the point that it is.
bool overlap(const Triangle& s, const Triangle& t);

}  // namespace apart::triangles
