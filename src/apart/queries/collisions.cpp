#include <apart/queries/collisions.hpp>
#include <apart/queries/models/by_traversal.hpp>

namespace apart {

Collisions collisions(const Model& a, const Pose& b_in_a, const Model& b, std::size_t limit) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return collisions(a, p, b, limit); });
  return collisions_by_traversal(a, b_in_a, b, limit, [&](auto& query) { return run_walk(a, b_in_a, b, query, {}); });
}

Status collect_collisions(const Model& a, const Pose& b_in_a, const Model& b,
                          const std::function<bool(const TouchingPair&)>& collect) {
  if (!is_usable(b_in_a))
    return at_usable_pose(b_in_a, [&](const Pose& p) { return collect_collisions(a, p, b, collect); });
  if (a.mesh().empty() || b.mesh().empty()) return Status::nothing;
  CollisionsQuery<decltype(collect)> query{{a.mesh(), b_in_a, b.mesh()}, collect};
  walk(a.tree(), b_in_a, b.tree(), query);
  return query.stopped ? Status::limit : Status::exact;
}

Meeting meeting(const Model& a, const Pose& b_in_a, const Model& b, const TouchingPair& pair) {
  const PlacedPair placed{a.mesh(), require_usable(b_in_a), b.mesh()};
  return meeting(placed.of_a(pair.triangle_a), placed.of_b(pair.triangle_b));
}

}  // namespace apart
