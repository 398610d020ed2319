// Checks a pair of parts of which one or both are analytic shapes.
#pragma once
#include <apart/scene/pair_check.hpp>

namespace apart::scene {

// Shapes are solid. Distances and points are computed; there are no curves, no triangle pairs and no thickness. An
// overlap of at most the tolerance is a touch, tested by moving one of them by it; with a tolerance of 0 whatever
// touches a mesh is a clash. A mesh inside a convex shape, and a shape inside a closed mesh (as solids) are contained.
PairReport check_shape_pair(const AssemblyPart& a, const AssemblyPart& b, const PairCheck& query);

}  // namespace apart::scene
