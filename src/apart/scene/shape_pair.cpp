// The narrow phase of pairs with an analytic shape.
#include <algorithm>
#include <apart/base/relative.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/distance.hpp>
#include <apart/scene/shape_pair.hpp>
#include <apart/traversal/along.hpp>

namespace apart::scene {
namespace {

Pose moved(Pose pose, Vec3d by) {
  pose.translation += by;
  return pose;
}

// Of two shapes by their distance, which is 0 only where they overlap, not where that cannot be ruled out.
bool collide_at(const AssemblyPart& a, const AssemblyPart& b, const Pose& pose_b, bool solid) {
  if (a.shape && b.shape) return distance(*a.shape, a.pose, *b.shape, pose_b).distance <= 0;
  return collide(a.geometry(), a.pose, b.geometry(), pose_b, {.solid = solid}).colliding;
}

// Does moving B by the tolerance, along an axis or the normal, end the overlap?
bool merely_touch(const AssemblyPart& a, const AssemblyPart& b, Vec3d normal, const PairCheck& query) {
  for (Vec3d way : {normal, Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}})
    for (double by : {query.touch, -query.touch})
      if (by != 0 && !collide_at(a, b, moved(b.pose, by * way), query.solid)) return true;
  return false;
}

// Translations that certainly separate: along the world's axes by the two boxes, and out of a half-space.
std::optional<SeparationBound> separation_of(const AssemblyPart& a, const AssemblyPart& b) {
  SeparationBound best{std::numeric_limits<double>::infinity(), {}};
  const auto offer = [&](Vec3d way, double by) {
    if (by < best.length) best = {larger(by, 0.0), larger(by, 0.0) * way};
  };
  const Bounds of_a = reach_box(a, a.pose), of_b = reach_box(b, b.pose);
  for (int k = 0; k < 3; ++k) {
    Vec3d way{};
    way[k] = 1;
    offer(way, of_a.high[k] - of_b.low[k]);
    offer(-way, of_b.high[k] - of_a.low[k]);
  }
  const auto leave = [&](const AssemblyPart& half_space, const AssemblyPart& other, double sign) {
    if (!half_space.shape || half_space.shape->kind() != CoreKind::half_space) return;
    const HalfSpace& own = *std::get_if<HalfSpace>(&half_space.shape->core());
    const Vec3d normal = half_space.pose.rotate(own.normal / length(own.normal));
    const double offset =
        own.offset / length(own.normal) + half_space.shape->radius() + dot(normal, half_space.pose.translation);
    double lowest = std::numeric_limits<double>::infinity(), rounding = 0;
    if (other.shape) {
      if (other.shape->kind() == CoreKind::half_space || other.shape->kind() == CoreKind::compound) return;
      const Vec3d low = other.pose * farthest(*other.shape, inverse(other.pose).rotate(-normal));
      lowest = dot(normal, low), rounding = length(low);
    } else {
      const AlongTree::Farthest low =
          AlongTree(other.model.tree(), other.model.mesh(), inverse(other.pose).rotate(-normal)).farthest();
      lowest = dot(normal, other.pose * low.point);
      rounding = length(other.model.tree().frame.centre) + other.model.tree().frame.radius;
    }
    rounding += std::abs(offset) + length(other.pose.translation);
    offer(sign * normal, offset - lowest + 64 * kUnit<double> * rounding);
  };
  leave(a, b, 1), leave(b, a, -1);
  if (!(best.length < kUnbounded / 2)) return std::nullopt;
  return best;
}

bool all_inside(const Shape& shape, const Pose& model_in_shape, const Mesh& mesh) {
  if (shape.kind() == CoreKind::compound || mesh.empty()) return false;
  const std::span vertices = mesh.vertices();
  return std::all_of(vertices.begin(), vertices.end(), [&](Vec3d v) { return inside(shape, model_in_shape * v); });
}

// Of two shapes that overlap it is negative, and the points and the normal are where they do so deepest.
Distance gap_between(const AssemblyPart& a, const AssemblyPart& b, const DistanceOptions& as) {
  if (a.shape && b.shape) return signed_distance(*a.shape, a.pose, *b.shape, b.pose, as);
  return distance(a.geometry(), a.pose, b.geometry(), b.pose, as);
}

}  // namespace

PairReport check_shape_pair(const AssemblyPart& a, const AssemblyPart& b, const PairCheck& query) {
  PairReport out{.clearance = query.clearance, .touch = query.touch, .error = a.error + b.error};
  const double reach = larger(query.clearance + out.error, query.touch);
  const double max = query.measure_clear ? std::numeric_limits<double>::infinity() : reach;
  const Distance gap = gap_between(a, b, {.max = max, .solid = query.solid});
  if (gap.status == Status::at_least) {
    out.measured = false;
    out.distance = larger(query.gap, reach) - out.error;
    return out;
  }
  const Bounds of_a = reach_box(a, a.pose), of_b = reach_box(b, b.pose);
  const Bounds both{larger(of_a.low, of_b.low), lesser(of_a.high, of_b.high)};
  out.distance = gap.distance;
  if (gap.distance > 0 && !gap.contained) {
    out.on_a = gap.on_a, out.on_b = gap.on_b;
    out.box.add(out.on_a), out.box.add(out.on_b);
    out.state = gap.distance <= query.touch                  ? PairState::touch
                : gap.distance < query.clearance + out.error ? PairState::near
                                                             : PairState::clear;
    return out;
  }
  out.distance = 0;
  out.on_a = out.on_b = gap.has_points() ? gap.on_a : both.centre();
  if (!gap.contained && merely_touch(a, b, gap.normal, query)) {
    out.state = PairState::touch;
    out.box.add(out.on_a);
    return out;
  }
  using Which = Inside::Which;
  if (gap.contained)
    out.inside = {a.shape ? Which::a : Which::b, true};
  else if (a.shape && !b.shape && all_inside(*a.shape, relative(a.pose, b.pose), b.model.mesh()))
    out.inside = {Which::b, true};
  else if (b.shape && !a.shape && all_inside(*b.shape, relative(b.pose, a.pose), a.model.mesh()))
    out.inside = {Which::a, true};
  out.state = out.inside ? PairState::contained : PairState::clash;
  if (largest(both.size()) < kUnbounded / 2)
    out.box = both;
  else
    out.box.add(out.on_a);
  out.separation = separation_of(a, b);
  return out;
}

}  // namespace apart::scene
