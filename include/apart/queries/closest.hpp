// The nearest point of a surface to a given point.
#pragma once
#include <apart/base/status.hpp>
#include <apart/queries/element_id.hpp>
#include <apart/queries/geometry.hpp>
#include <limits>

namespace apart {

struct ClosestOptions {
  double max = std::numeric_limits<double>::infinity();  // farther than this is not searched: Status::at_least
  bool solid = false;  // a closed mesh is a solid, and the distance negative inside. Shapes are always solid
};

struct ClosestPoint {
  double distance = 0;    // negative inside a solid; infinite if a model is empty; at_least: the maximum, signed so too
  Vec3d point{};          // of the surface: the given one is point + distance · normal
  Vec3d normal{1, 0, 0};  // unit vector, outward; of a model that is no solid towards the given point
  ElementId element{};    // on which the point lies; the triangle is the lowest of those as near, to rounding
  Vec3d weights{};        // of a model: barycentric coordinates of the point in its triangle
  // within_error: inside a union, where this is the nearest point of the piece in which the point lies deepest. The
  // distance to the border of the union may be longer.
  Status status = Status::exact;

  bool has_point() const { return status == Status::exact || status == Status::within_error; }
};

// In the geometry's frame. A model that is not closed is no solid: UsageError.
ClosestPoint closest(const Model& model, Vec3d point, const ClosestOptions& options = {});
ClosestPoint closest(const Shape& shape, Vec3d point, const ClosestOptions& options = {});
template <std::same_as<Geometry> T>
ClosestPoint closest(const T& geometry, Vec3d point, const ClosestOptions& options = {}) {
  return std::visit([&](const auto& x) { return closest(x, point, options); }, geometry);
}

}  // namespace apart
