// A pair of parts of which one or both are shapes.
#pragma once
#include <apart/scene/pair_report.hpp>

namespace apart {

// Shapes are solid. Measured are distances and points; there are no curves, no triangles that meet and no thickness.
// What overlaps by no more than the tolerance is a touch, found by moving one by it; with a tolerance of 0 whatever
// touches a mesh is a clash. A mesh inside a convex shape, and a shape inside a closed mesh (as solids) are contained.
PairReport ask_shape_pair(const AssemblyPart& a, const AssemblyPart& b, const PairQuestion& question);

}  // namespace apart
