// The boxes of a mesh's triangles, normalized to unit size, so that products of their sides neither overflow nor
// underflow.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/shapes/mesh.hpp>
#include <span>
#include <vector>

namespace apart::hierarchy {

std::vector<Bounds> boxes_of(const Mesh& mesh);

// Relative to the centre of them all, scaled by a power of two.
std::vector<Bounds> unit_boxes(std::span<const Bounds> boxes);

}  // namespace apart::hierarchy
