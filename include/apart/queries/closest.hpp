// The nearest point of a shape's surface to a given point, and its signed distance.
#pragma once
#include <apart/base/status.hpp>
#include <apart/shapes/shape.hpp>

namespace apart {

struct ClosestPoint {
  double distance = 0;    // negative inside
  Vec3d point{};          // of the surface: the given one is point + distance · normal
  Vec3d normal{1, 0, 0};  // unit vector, outward
  u32 piece = 0;          // of a union
  // within_error: inside a union, where this is the nearest point of the piece in which the point lies deepest. The
  // distance to the border of the union may be longer.
  Status status = Status::exact;
};

// In the shape's frame.
ClosestPoint closest(const Shape& shape, Vec3d point);

}  // namespace apart
