// Which point of a model or a shape lies farthest along a direction? Opt-in: <apart/apart.hpp> does not include it.
#pragma once
#include <apart/base/status.hpp>
#include <apart/queries/element_id.hpp>
#include <apart/queries/geometry.hpp>
#include <cmath>
#include <limits>

namespace apart {

struct FarthestVertex {
  // unit direction · point. Infinite where a half-space has no farthest point, −infinity when a model is empty.
  double along = -std::numeric_limits<double>::infinity();
  Vec3d point{};        // a vertex of a model, the support point of a shape; of equals any one
  ElementId element{};  // to which it belongs; the feature is a vertex of the triangle
  // Exact to rounding; nothing if a model is empty; invalid, and infinite, for a direction that is zero or not finite.
  Status status = Status::exact;

  bool has_point() const { return std::isfinite(along); }
};

// In the geometry's frame; the direction may have any length. A half-space has a farthest point only along its normal,
// to rounding of the two.
FarthestVertex farthest_vertex(const Model& model, Vec3d direction);
FarthestVertex farthest_vertex(const Shape& shape, Vec3d direction);
template <std::same_as<Geometry> T>
FarthestVertex farthest_vertex(const T& geometry, Vec3d direction) {
  return std::visit([&](const auto& x) { return farthest_vertex(x, direction); }, geometry);
}

}  // namespace apart
