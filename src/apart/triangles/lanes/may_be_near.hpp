// Lower bounds for the distances of a point from the triangles of a leaf: a SIMD filter before distances are computed.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <span>

namespace apart::triangles {

// Up to eight. Bit k is clear if triangle k is proven farther from the point than the square root of `limit`. All
// lengths must be within 1e-25 … 1e25, or zero.
u32 may_be_near(Vec3d point, std::span<const Triangle> triangles, double limit);

}  // namespace apart::triangles
