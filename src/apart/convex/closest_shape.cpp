#include <apart/base/usable_pose.hpp>
#include <apart/convex/closed/point_gap.hpp>
#include <apart/convex/closest_shape.hpp>

namespace apart {
namespace {

// Looks at the pieces of unions in their order, counting them.
struct ClosestPiece {
  Vec3d point;
  ClosestPoint best{.distance = std::numeric_limits<double>::infinity()};
  u32 count = 0;

  void look(const Shape& shape, const Pose& pose, double radius) {
    radius += shape.radius();
    if (const Compound* compound = std::get_if<Compound>(&shape.core())) {
      for (const Piece& piece : *compound->pieces) look(piece.shape, pose * piece.pose, radius);
      return;
    }
    const PointGap gap = point_gap(transposed_times(pose.rotation, point - pose.translation), shape.core());
    const u32 number = count++;
    if (gap.distance - radius < best.distance)
      best = {gap.distance - radius, pose * (gap.point + radius * gap.normal), pose.rotate(gap.normal), number};
  }
};

}  // namespace

ClosestPoint closest(const Shape& shape, Vec3d point) {
  if (!is_finite(point)) return invalid_answer<ClosestPoint>();
  ClosestPiece pieces{point};
  pieces.look(shape, {}, 0);
  if (pieces.best.distance < 0 && pieces.count > 1) pieces.best.status = Status::within_error;
  return pieces.best;
}

}  // namespace apart
