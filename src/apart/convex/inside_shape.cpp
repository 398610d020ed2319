#include <algorithm>
#include <apart/convex/closed/point_gap.hpp>
#include <apart/convex/inside_shape.hpp>

namespace apart {
namespace {

bool inside_rounded(const Shape& shape, Vec3d point, double radius) {
  radius += shape.radius();
  const Compound* compound = std::get_if<Compound>(&shape.core());
  if (!compound) return point_gap(point, shape.core()).distance <= radius;
  return std::any_of(compound->pieces->begin(), compound->pieces->end(), [&](const Piece& piece) {
    return inside_rounded(piece.shape, transposed_times(piece.pose.rotation, point - piece.pose.translation), radius);
  });
}

}  // namespace

bool inside(const Shape& shape, Vec3d point) {
  APART_ASSERT(is_finite(point), "a point is not finite");
  return inside_rounded(shape, point, 0);
}

}  // namespace apart
