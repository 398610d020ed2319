// Penetration depth of two closed meshes.
#include <apart/base/assert.hpp>
#include <apart/base/normalized.hpp>
#include <apart/base/relative.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/clash.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/models/penetration_models.hpp>
#include <apart/queries/penetration/depth_search.hpp>
#include <tuple>

namespace apart {
namespace {

// The same order whichever way the two are given, unless they are alike, so that exchanging them flips the result.
bool in_order(const Model& a, const Model& b) {
  const auto nature = [](const Model& m) { return std::tuple(m.mesh().size(), m.tree().frame.radius); };
  return nature(a) <= nature(b);
}

// `room`: by how much the translation, once rounded, may differ.
Penetration penetration_of(const Model& a, const Pose& b_in_a, const Model& b, double room,
                           const PenetrationOptions& options, const std::optional<Vec3d>& guess = {}) {
  if (!is_usable(b_in_a))
    return at_usable_pose(b_in_a, [&](const Pose& p) { return penetration_of(a, p, b, room, options, guess); });
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  if (!a.closed() || !b.closed()) return invalid_answer<Penetration>();
  if (clash(a, b_in_a, b, {.solid = true}).state != Clash::State::clash) return {};

  const bool keep = in_order(a, b);
  const DepthGoal goal{room, options.rel_error, options.budget};
  const DepthBounds found =
      keep ? depth_bounds(a, b_in_a, b, goal, guess)
           : depth_bounds(b, inverse(b_in_a), a, goal,
                          guess ? std::optional(-transposed_times(b_in_a.rotation, *guess)) : std::nullopt);
  const Normalized way = normalized(keep ? found.translation : -b_in_a.rotate(found.translation));
  Penetration out{.depth = way.length, .at_least = lesser(found.at_least, way.length), .normal = way.unit};
  out.status = out.depth - out.at_least <= 1e-9 * out.depth          ? Status::exact
               : out.at_least >= (1 - options.rel_error) * out.depth ? Status::within_error
                                                                     : Status::unfinished;
  Pose there = b_in_a;
  there.translation += out.translation();
  const Distance contact = distance(a, there, b);
  out.on_a = contact.on_a, out.on_b = contact.on_b - out.translation();
  out.a = contact.a, out.b = contact.b;
  return out;
}

// More than what rounding takes from a vertex at a pose.
double rounding_of(const Pose& pose, const Model& model) {
  const Frame& frame = model.tree().frame;
  return 2 * rounding_error(length(pose.translation) + length(frame.centre) + frame.radius);
}

double room_for(const Model& a, const Pose& b_in_a, const Model& b, const PenetrationOptions& options) {
  APART_ASSERT(options.rel_error >= 0, "an error of a penetration query is negative or not a number");
  return rounding_of({}, a) + rounding_of(b_in_a, b) + options.gap;
}

}  // namespace

Penetration queries::penetration_from(std::optional<Vec3d>& last, const Model& a, const Pose& b_in_a, const Model& b,
                                      const PenetrationOptions& options) {
  const Penetration out = penetration_of(a, b_in_a, b, room_for(a, b_in_a, b, options), options, last);
  if (out.depth > 0 && std::isfinite(out.depth)) last = out.translation();
  return out;
}

Penetration penetration(const Model& a, const Pose& b_in_a, const Model& b, const PenetrationOptions& options) {
  return penetration_of(a, b_in_a, b, room_for(a, b_in_a, b, options), options);
}

}  // namespace apart
