// Lower bounds for the distances of the triangles of two leaves: a SIMD filter before distances are computed.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <span>

namespace apart::triangles {

// Up to eight of each. Bit 8·i + j is clear if triangle i of A and j of B are proven farther apart than the reach. If
// it is set, the computed distance is at least gaps[8·i + j]; other entries are unspecified. Three separating
// directions are tried: a likely one from A to B, a unit vector or zero, common to all; that of the centroids; and that
// of the corners which bound the previous one.
u64 least_gaps(std::span<const Triangle> a, std::span<const Triangle> b, Vec3d likely, double reach,
               double (&gaps)[64]);

}  // namespace apart::triangles
