#include <apart/base/relative.hpp>
#include <apart/convex/distance_shapes.hpp>
#include <apart/convex/penetration_shapes.hpp>

namespace apart {

Penetration penetration(const Shape& a, const Pose& b_in_a, const Shape& b, const ShapeOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return penetration(a, p, b, options); });
  const ShapeDistance gap = distance(a, b_in_a, b, {.max = 0, .memory = options.memory});
  Penetration out{.on_a = gap.on_a,
                  .on_b = gap.on_b,
                  .normal = gap.normal,
                  .piece_a = gap.piece_a,
                  .piece_b = gap.piece_b,
                  .status = gap.status};
  if (gap.status == Status::at_least) out.status = Status::exact;  // apart
  if (gap.distance < 0) out.depth = -gap.distance, out.at_least = larger(0.0, -gap.at_most);
  return out;
}

Penetration penetration(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                        const ShapeOptions& options) {
  return query_in_world(a_in_world, b_in_world, [&](const Pose& b_in_a) { return penetration(a, b_in_a, b, options); });
}

}  // namespace apart
