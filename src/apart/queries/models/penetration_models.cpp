// Penetration depth of two closed meshes.
#include <apart/base/assert.hpp>
#include <apart/base/normalized.hpp>
#include <apart/base/relative.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/clash.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/penetration/depth_search.hpp>
#include <tuple>

namespace apart {
namespace {

// The same order whichever way the two are given, unless they are alike, so that exchanging them flips the result.
bool in_order(const Model& a, const Model& b) {
  const auto nature = [](const Model& m) { return std::tuple(m.mesh().size(), m.tree().frame.radius); };
  return nature(a) <= nature(b);
}

// Adds a few roundings to the translation where it would leave the two touching.
template <class Meet>
void round_up(Penetration& p, double rounding, Meet meet) {
  for (double by = 0; by < 1e3 * rounding && meet(p.translation()); by = larger(rounding, 2 * by)) p.depth += by;
}

bool meet(const Model& a, Pose b_in_a, const Model& b, Vec3d translation) {
  b_in_a.translation += translation;
  return collide(a, b_in_a, b, {.solid = true}).colliding;
}

}  // namespace

Penetration penetration(const Model& a, const Pose& b_in_a, const Model& b, const PenetrationOptions& options) {
  APART_ASSERT(options.rel_error >= 0, "an error of a penetration query is negative or not a number");
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return penetration(a, p, b, options); });
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  if (!a.closed() || !b.closed()) return invalid_answer<Penetration>();
  if (clash(a, b_in_a, b, {.solid = true}).state != Clash::State::clash) return {};

  const bool keep = in_order(a, b);
  const DepthBounds found = keep ? depth_bounds(a, b_in_a, b, options.rel_error, options.budget)
                                 : depth_bounds(b, inverse(b_in_a), a, options.rel_error, options.budget);
  const Normalized way = normalized(keep ? found.translation : -b_in_a.rotate(found.translation));
  Penetration out{.depth = way.length, .at_least = lesser(found.at_least, way.length), .normal = way.unit};
  round_up(out, rounding_error(way.length + length(b_in_a.translation)),
           [&](Vec3d t) { return meet(a, b_in_a, b, t); });
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

Penetration penetration(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                        const PenetrationOptions& options) {
  Penetration out =
      query_in_world(a_in_world, b_in_world, [&](const Pose& b_in_a) { return penetration(a, b_in_a, b, options); });
  if (out.depth > 0 && std::isfinite(out.depth)) {
    const double rounding = rounding_error(length(a_in_world.translation) + length(b_in_world.translation));
    round_up(out, rounding, [&](Vec3d t) {
      Pose there = b_in_world;
      there.translation += t;
      return collide(a, a_in_world, b, there, {.solid = true}).colliding;
    });
  }
  return out;
}

}  // namespace apart
