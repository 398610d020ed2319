// How near may the triangles of two leaves be? A glance at many pairs at once, before distances are computed.
#pragma once
#include <apart/shapes/triangle.hpp>
#include <span>

namespace apart::triangles {

// Up to eight of each. Bit 8·i + j is clear where triangle i of A and j of B are farther apart than the reach for
// certain. Where it is set, no distance that is computed of them is less than gaps[8·i + j]; other numbers may be
// anything. Slabs across three lines are tried: a likely one from A to B, of length 1 or zero, which is the same for
// all; that of the middles; and that of the corners which bound the one before.
u64 least_gaps(std::span<const Triangle> a, std::span<const Triangle> b, Vec3d likely, double reach,
               double (&gaps)[64]);

}  // namespace apart::triangles
