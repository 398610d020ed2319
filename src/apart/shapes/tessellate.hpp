// Triangulates a shape for display. Queries of shapes need no triangles.
#pragma once
#include <apart/shapes/shape.hpp>

namespace apart {

// In the shape's own frame. Flat sides are exact; round ones are inscribed, with some hundred corners; pieces of a
// union are tessellated separately. Of a half-space at `pose` the part in the world box `within` is drawn, or, if that
// is empty, a square of its plane beside it. A point or a segment is a degenerate triangle.
Mesh tessellated(const Shape& shape, const Pose& pose, const Bounds& within);

}  // namespace apart
