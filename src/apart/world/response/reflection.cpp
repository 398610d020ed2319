#include <algorithm>
#include <apart/base/random.hpp>
#include <apart/base/usable_pose.hpp>
#include <apart/queries/distance.hpp>
#include <apart/world/response.hpp>
#include <apart/world/world_state.hpp>

namespace apart {

using namespace world;

Vec3d reflected(Vec3d velocity, Vec3d normal, double restitution) {
  const double along = dot(velocity, normal);
  return along < 0 ? velocity - (1 + restitution) * along * normal : velocity;
}

Vec3d randomly_reflected(Vec3d velocity, Vec3d normal, double restitution, u64 seed) {
  if (!(dot(velocity, normal) < 0)) return velocity;
  const double speed = length(reflected(velocity, normal, restitution));
  const Vec3d any = Random(seed).direction();
  return speed * (dot(any, normal) < 0 ? -any : any);
}

Flight fly(const World& world, const Geometry& geometry, const Pose& pose, Vec3d velocity, double time,
           const FlightOptions& options) {
  Flight out{.pose = pose, .velocity = velocity, .time_left = time, .bounces = {}};
  const std::optional<Pose> from = usable_pose(pose);
  if (!from || !is_finite(velocity) || !(time >= 0 && std::isfinite(time)) ||
      !(options.restitution >= 0 && options.restitution <= 1) || !world.overlapping(geometry, *from).empty()) {
    out.status = Status::invalid;
    return out;
  }
  out.pose = *from;
  const Bounds box = body_box(geometry, Pose{});
  // It stops at half the distance at which it stopped before, so that what it has just left, or slides along, is no
  // contact again.
  double near = is_empty(box) ? 0 : 1e-4 * lesser(length(box.size()), 1e100);
  u32 turns = 0;
  for (double left = time;;) {
    const Vec3d by = left * out.velocity;
    if (!(left > 0) || by == Vec3d{}) break;
    const WorldImpact hit = world.first_impact(geometry, RigidMotion::line(out.pose, by),
                                               {.within = near, .tolerance = near / 8, .clearance = false});
    const double until = hit.impact.hit || hit.impact.status == Status::unfinished ? hit.impact.free_until : 1;
    out.pose.translation += until * by;
    left -= until * left;
    if (until == 1 && !hit.impact.hit) break;
    if (!hit.impact.hit || ++turns > options.most_bounces) {
      out.time_left = left, out.status = Status::unfinished;
      return out;
    }
    const Pose& at = world.pose(hit.a);
    // The normal of an impact is as good as its tolerance; that of the distance is exact.
    const Distance gap = distance(world.body(hit.a).geometry, at, geometry, out.pose);
    const Vec3d normal = gap.distance > 0 ? gap.normal : at.rotate(hit.impact.normal);
    if (dot(out.velocity, normal) < 0) {
      out.bounces.push_back({time - left, hit.a, at * hit.impact.on_a, normal});
      out.velocity = options.random
                         ? randomly_reflected(out.velocity, normal, options.restitution, options.seed + turns)
                         : reflected(out.velocity, normal, options.restitution);
    }
    near /= 2;
  }
  out.time_left = 0;
  return out;
}

}  // namespace apart
