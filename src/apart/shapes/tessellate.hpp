// Triangles of a shape, to draw it. Questions about shapes need none.
#pragma once
#include <apart/shapes/shape.hpp>

namespace apart {

// In the shape's own frame. What has flat sides is exact; what is round is inscribed, with some hundred corners; pieces
// of a union are drawn each. Of a half-space that stands at `pose` what lies in the world's box `within` is drawn, or,
// when none does, a square of its plane beside it. A point or a segment is a triangle without area.
Mesh tessellated(const Shape& shape, const Pose& pose, const Bounds& within);

}  // namespace apart
