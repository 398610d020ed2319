// Builds a BSP tree from the faces of a closed mesh.
#pragma once
#include <apart/hierarchy/model.hpp>
#include <apart/motion/bsp/bsp_arrays.hpp>

namespace apart::motion {

// How far from a plane faces still count as lying in it, for a level of this radius.
constexpr double kOnPlane = 0x1p-42;

// Planes and leaves; sets facts but for sheets. The mesh of the model is relative to the middle.
void build_bsp(const Model& level, const BspOptions& options, BspArrays& out);

}  // namespace apart::motion
