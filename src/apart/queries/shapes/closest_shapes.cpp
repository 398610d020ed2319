#include <apart/base/usable_pose.hpp>
#include <apart/convex/closed/point_gap.hpp>
#include <apart/queries/check_options.hpp>
#include <apart/queries/closest.hpp>
#include <apart/shapes/each_piece.hpp>

namespace apart {

ClosestPoint closest(const Shape& shape, Vec3d point, const ClosestOptions& options) {
  check_tolerance(options.max);
  if (!is_finite(point)) return invalid_answer<ClosestPoint>();
  ClosestPoint best{.distance = std::numeric_limits<double>::infinity()};
  u32 count = 0;
  for_each_piece(shape, {}, [&](const Shape& piece, const Pose& pose, double around) {
    const double radius = around + piece.radius();
    const PointGap gap = point_gap(transposed_times(pose.rotation, point - pose.translation), piece.core());
    const u32 number = count++;
    if (gap.distance - radius < best.distance)
      best = {
          gap.distance - radius, pose * (gap.point + radius * gap.normal), pose.rotate(gap.normal), {.piece = number}};
  });
  if (best.distance > options.max) return {.distance = options.max, .status = Status::at_least};
  if (best.distance < 0 && count > 1) best.status = Status::within_error;
  return best;
}

}  // namespace apart
