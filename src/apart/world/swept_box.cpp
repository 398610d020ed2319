#include <apart/world/swept_box.hpp>

namespace apart::world {

Bounds swept_box(const Geometry& geometry, const RigidMotion& motion) {
  constexpr int steps = 8;
  const Bounds own = body_box(geometry, Pose{});
  if (is_empty(own)) return own;
  const double radius = 0.5 * length(own.size()) * (1 + 1e-12);
  Bounds out;
  for (int i = 0; i < steps; ++i) {
    const double from = double(i) / steps, to = double(i + 1) / steps;
    out.add(grown(body_box(geometry, motion.at(from)), motion.farthest_move(own.centre(), radius, from, to)));
  }
  return out;
}

}  // namespace apart::world
