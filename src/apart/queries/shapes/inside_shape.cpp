#include <apart/convex/closed/point_gap.hpp>
#include <apart/queries/containment.hpp>
#include <apart/shapes/each_piece.hpp>

namespace apart {

bool inside(const Shape& shape, Vec3d point) {
  APART_ASSERT(is_finite(point), "a point is not finite");
  bool out = false;
  for_each_piece(shape, {}, [&](const Shape& piece, const Pose& pose, double around) {
    out = out || point_gap(transposed_times(pose.rotation, point - pose.translation), piece.core()).distance <=
                     around + piece.radius();
  });
  return out;
}

}  // namespace apart
