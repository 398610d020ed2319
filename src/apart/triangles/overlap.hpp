// Do two triangles overlap?
#pragma once
#include <apart/shapes/triangle.hpp>

namespace apart::triangles {

// Closed triangles: touching counts. Exact for every finite input; a degenerate triangle is treated as the segment or
// the point that it is.
bool overlap(const Triangle& s, const Triangle& t);

// The same, by exact signs at once: for two that doubles leave in doubt.
bool overlap_in_doubt(const Triangle& s, const Triangle& t);

}  // namespace apart::triangles
