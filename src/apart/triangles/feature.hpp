// Classifies a point of a triangle: vertex, edge or face?
#pragma once
#include <apart/triangles/point.hpp>

namespace apart::triangles {

// The lowest-dimensional feature that contains p, up to a few roundings of the coordinates.
TriangleFeature feature_at(const Triangle& t, Vec3d p);

}  // namespace apart::triangles
