// Is a point inside a shape? Its surface belongs to it. Throws UsageError for a point that is not finite.
#pragma once
#include <apart/shapes/shape.hpp>

namespace apart {

bool inside(const Shape& shape, Vec3d point);

}  // namespace apart
