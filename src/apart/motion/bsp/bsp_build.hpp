// Builds a BSP tree from the faces of a closed mesh.
#pragma once
#include <apart/motion/bsp/bsp_arrays.hpp>

namespace apart::motion {

// How far from a plane faces still count as lying in it, for a level of this radius.
constexpr double kOnPlane = 0x1p-42;

// Planes and leaves; sets facts but for sheets.
void build_bsp(const BspOptions& options, BspArrays& out);

// Is a point in the solid, relative to the middle? Of points on the surface either answer.
bool is_solid_at(const BspArrays& tree, Vec3d point);

}  // namespace apart::motion
