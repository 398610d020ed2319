// Queries of one thing with all bodies of a world: rays, points, shapes, motions, postures.
#include <algorithm>
#include <apart/base/usable_pose.hpp>
#include <apart/world/swept_box.hpp>
#include <cmath>

namespace apart {

using namespace world;

namespace {

// A lower bound of where a ray enters a box: more than rounding below it.
double enters(const Ray& ray, const Bounds& box) {
  double from = ray.t_min, to = ray.t_max;
  for (int k = 0; k < 3; ++k) {
    const double o = ray.origin[k], d = ray.direction[k];
    const double room = 1e-14 * (std::abs(o) + larger(std::abs(box.low[k]), std::abs(box.high[k])));
    const double low = box.low[k] - (std::isfinite(room) ? room : 0),
                 high = box.high[k] + (std::isfinite(room) ? room : 0);
    if (d == 0) {
      if (o < low || o > high) return Bounds::kInfinity;
      continue;
    }
    double enter = ((d > 0 ? low : high) - o) / d, leave = ((d > 0 ? high : low) - o) / d;
    enter -= 1e-14 * std::abs(enter), leave += 1e-14 * std::abs(leave);
    from = larger(from, std::isnan(enter) ? from : enter), to = lesser(to, std::isnan(leave) ? to : leave);
  }
  return from <= to ? from : Bounds::kInfinity;
}

// A lower bound of the distance of a point from a box.
double away(Vec3d point, const Bounds& box) {
  const Vec3d off = larger(larger(box.low - point, point - box.high), Vec3d{});
  const double d = length(off);
  return std::isfinite(d) ? d * (1 - 1e-14) : 0;
}

Impact invalid_impact() {
  Impact out;
  out.hit = true, out.free_until = 0, out.contact_by = 0, out.status = Status::invalid;
  return out;
}

// Keeps the earlier of two; what is proven holds for both.
void take_impact(WorldImpact& best, BodyId a, BodyId b, const Impact& next) {
  const double free_until = lesser(best.impact.free_until, next.free_until);
  const bool unfinished = best.impact.status == Status::unfinished || next.status == Status::unfinished;
  const double least = lesser(best.impact.least_clearance, next.least_clearance);
  const double proven = lesser(best.impact.clearance_at_least, next.clearance_at_least);
  const double nearest = next.least_clearance < best.impact.least_clearance ? next.nearest_at : best.impact.nearest_at;
  if (next.hit && (!best.impact.hit || next.contact_by < best.impact.contact_by)) best = {a, b, next};
  best.impact.free_until = free_until;
  best.impact.least_clearance = least, best.impact.clearance_at_least = proven, best.impact.nearest_at = nearest;
  if (unfinished) best.impact.status = Status::unfinished;
}
WorldImpact no_impact() {
  WorldImpact out;
  out.impact.clearance_at_least = Bounds::kInfinity;
  return out;
}

}  // namespace

WorldRayHit World::cast(const Ray& ray) const {
  const State& s = *state_;
  WorldRayHit best{.hit = {.status = s.count == 0 ? Status::nothing : Status::exact}};
  if (!is_finite(ray.origin) || !is_finite(ray.direction) || ray.direction == Vec3d{} || std::isnan(ray.t_min) ||
      std::isnan(ray.t_max) || largest(abs(ray.origin)) > Pose::kFarthest) {
    best.hit.hit = true, best.hit.t = 0, best.hit.status = Status::invalid;
    return best;
  }
  s.by_bound(
      ray.t_max, [&](const Bounds& box) { return enters(ray, box); },
      [&](BodyId id) {
        const PlacedBody& body = s.bodies[id];
        Ray own = ray;
        own.origin = inverse(body.pose) * ray.origin;
        own.direction = transposed_times(body.pose.rotation, ray.direction);
        RayHit hit = apart::cast(body.body->geometry, own);
        if (hit.hit && (!best.hit.hit || hit.t < best.hit.t || (hit.t == best.hit.t && id < best.body))) {
          hit.point = body.pose * hit.point;
          hit.normal = body.pose.rotate(hit.normal);
          best = {id, hit};
        }
        return best.hit.hit ? best.hit.t : ray.t_max;
      });
  return best;
}

WorldClosest World::closest(Vec3d point, const ClosestOptions& options) const {
  const State& s = *state_;
  WorldClosest best{.closest = {.distance = options.max, .status = s.count == 0 ? Status::nothing : Status::at_least}};
  if (!is_finite(point) || largest(abs(point)) > Pose::kFarthest) {
    best.closest.status = Status::invalid;
    best.closest.distance = -Bounds::kInfinity;
    return best;
  }
  bool found = false;
  // Inside of several solids, distances are negative: all whose boxes hold the point are looked at.
  s.by_bound(
      options.max, [&](const Bounds& box) { return away(point, box); },
      [&](BodyId id) {
        const PlacedBody& body = s.bodies[id];
        ClosestOptions how = options;
        how.max = found ? larger(0.0, best.closest.distance) : options.max;
        ClosestPoint next = apart::closest(body.body->geometry, inverse(body.pose) * point, how);
        if (next.has_point() && (!found || next.distance < best.closest.distance ||
                                 (next.distance == best.closest.distance && id < best.body))) {
          next.point = body.pose * next.point;
          next.normal = body.pose.rotate(next.normal);
          best = {id, next};
          found = true;
        }
        return found ? larger(0.0, best.closest.distance) : options.max;
      });
  if (!found && best.closest.status == Status::at_least && !std::isfinite(options.max))
    best.closest.status = Status::nothing;  // all are empty
  return best;
}

std::vector<BodyId> World::overlapping(const Geometry& geometry, const Pose& pose,
                                       const CollideOptions& options) const {
  const Pose at = require_usable(pose);
  const State& s = *state_;
  std::vector<BodyId> near, out;
  s.each_overlapping(body_box(geometry, at), [&](BodyId id) { near.push_back(id); });
  std::sort(near.begin(), near.end());
  CollideOptions how = options;
  how.cache = nullptr;
  for (BodyId id : near)
    if (collide(s.bodies[id].body->geometry, s.bodies[id].pose, geometry, at, how)) out.push_back(id);
  return out;
}

WorldImpact World::first_impact(const Geometry& geometry, const RigidMotion& motion,
                                const ImpactOptions& options) const {
  if (!motion.valid()) return {.impact = invalid_impact()};
  const State& s = *state_;
  std::vector<BodyId> near;
  s.each_overlapping(grown(swept_box(geometry, motion), options.within * (1 + 1e-12)),
                     [&](BodyId id) { near.push_back(id); });
  std::sort(near.begin(), near.end());
  WorldImpact best = no_impact();
  for (BodyId id : near)
    take_impact(best, id, id,
                impact(s.bodies[id].body->geometry, RigidMotion::still(s.bodies[id].pose), geometry, motion, options));
  return best;
}

WorldImpact World::first_impact(std::span<const BodyMotion> motions, const ImpactOptions& options) const {
  const State& s = *state_;
  std::vector<BodyMotion> sorted(motions.begin(), motions.end());
  std::sort(sorted.begin(), sorted.end(), [](const BodyMotion& x, const BodyMotion& y) { return x.body < y.body; });
  std::vector<Bounds> boxes;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    APART_ASSERT(i == 0 || sorted[i].body != sorted[i - 1].body, "a body has one motion");
    const PlacedBody& body = s.body(sorted[i].body);
    if (!sorted[i].motion.valid()) return {.impact = invalid_impact()};
    boxes.push_back(grown(swept_box(body.body->geometry, sorted[i].motion), 0.5 * options.within * (1 + 1e-12)));
  }
  const auto moving = [&](BodyId id) {
    const auto at =
        std::lower_bound(sorted.begin(), sorted.end(), id, [](const BodyMotion& x, BodyId y) { return x.body < y; });
    return at != sorted.end() && at->body == id ? &*at : nullptr;
  };
  std::vector<BoxPair> pairs;
  for (std::size_t i = 0; i < sorted.size(); ++i)
    s.each_overlapping(grown(boxes[i], 0.5 * options.within * (1 + 1e-12)), [&](BodyId id) {
      if (!moving(id)) pairs.push_back(ordered(sorted[i].body, id));
    });
  for (const BoxPair& p : box_pairs(boxes)) pairs.push_back({sorted[p.a].body, sorted[p.b].body});
  std::sort(pairs.begin(), pairs.end());
  std::erase_if(pairs, [&](const BoxPair& p) { return !s.is_pair(p.a, p.b); });
  std::vector<Impact> found(pairs.size());
  Workers(s.options.threads).for_ranges(pairs.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto motion_of = [&](BodyId id) {
        const BodyMotion* const own = moving(id);
        return own ? own->motion : RigidMotion::still(s.bodies[id].pose);
      };
      found[i] = impact(s.bodies[pairs[i].a].body->geometry, motion_of(pairs[i].a), s.bodies[pairs[i].b].body->geometry,
                        motion_of(pairs[i].b), options);
    }
  });
  WorldImpact best = no_impact();
  for (std::size_t i = 0; i < pairs.size(); ++i) take_impact(best, pairs[i].a, pairs[i].b, found[i]);
  return best;
}

std::vector<PostureCollision> World::collide_each(std::span<const Posture> postures,
                                                  const CollideOptions& options) const {
  const State& s = *state_;
  CollideOptions how = options;
  how.cache = nullptr;
  const auto answer = [&](const Posture& posture) -> PostureCollision {
    const PostureCollision invalid{true, 0, 0, Status::invalid};
    if (posture.bodies.size() != posture.poses.size()) return invalid;
    std::vector<std::pair<BodyId, Pose>> moved;
    for (std::size_t i = 0; i < posture.bodies.size(); ++i) {
      const std::optional<Pose> pose = usable_pose(posture.poses[i]);
      if (!pose || !holds(posture.bodies[i])) return invalid;
      moved.emplace_back(posture.bodies[i], *pose);
    }
    std::sort(moved.begin(), moved.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    const auto own = [&](BodyId id) -> const Pose* {
      const auto at =
          std::lower_bound(moved.begin(), moved.end(), id, [](const auto& x, BodyId y) { return x.first < y; });
      return at != moved.end() && at->first == id ? &at->second : nullptr;
    };
    std::vector<Bounds> boxes;
    std::vector<BoxPair> pairs;
    for (std::size_t i = 0; i < moved.size(); ++i) {
      if (i > 0 && moved[i].first == moved[i - 1].first) return invalid;
      boxes.push_back(body_box(s.bodies[moved[i].first].body->geometry, moved[i].second));
      s.each_overlapping(boxes.back(), [&](BodyId id) {
        if (!own(id)) pairs.push_back(ordered(moved[i].first, id));
      });
    }
    for (const BoxPair& p : box_pairs(boxes)) pairs.push_back({moved[p.a].first, moved[p.b].first});
    std::sort(pairs.begin(), pairs.end());
    PostureCollision out;
    for (const BoxPair& p : pairs) {
      if (!s.is_pair(p.a, p.b)) continue;
      const Pose *at_a = own(p.a), *at_b = own(p.b);
      const Collision found = collide(s.bodies[p.a].body->geometry, at_a ? *at_a : s.bodies[p.a].pose,
                                      s.bodies[p.b].body->geometry, at_b ? *at_b : s.bodies[p.b].pose, how);
      if (found) return {true, p.a, p.b, found.status};
      if (found.status == Status::unfinished) out.status = Status::unfinished;
    }
    return out;
  };
  std::vector<PostureCollision> out(postures.size());
  Workers(s.options.threads).for_ranges(postures.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = answer(postures[i]);
  });
  return out;
}

}  // namespace apart
