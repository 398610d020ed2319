// On which part of a triangle does one of its points lie?
#pragma once
#include <apart/triangles/point.hpp>

namespace apart {

// The least part that holds p, to a few roundings of where the triangle lies: a vertex before an edge, an edge before
// the face.
TriangleFeature feature_at(const Triangle& t, Vec3d p);

}  // namespace apart
