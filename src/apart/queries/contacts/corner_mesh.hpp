// Cores that have corners alone, as meshes.
#pragma once
#include <apart/shapes/mesh.hpp>
#include <apart/shapes/shape.hpp>

namespace apart::queries {

bool has_corners_alone(const Core& core);
// Of such a core. One that is flat has one side, and no inside; a segment or a point is a triangle without area.
Mesh mesh_of_corners(const Core& core);

}  // namespace apart::queries
