// The boxes of a mesh's triangles, and boxes of any size brought to the size of one, so that products of their sides
// neither overflow nor vanish.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/shapes/mesh.hpp>
#include <span>
#include <vector>

namespace apart::hierarchy {

std::vector<Bounds> boxes_of(const Mesh& mesh);

// About the middle of them all, scaled by a power of two.
std::vector<Bounds> unit_boxes(std::span<const Bounds> boxes);

}  // namespace apart::hierarchy
