#include <apart/queries/models/apart_by_hulls.hpp>
#include <apart/queries/models/by_traversal.hpp>

namespace apart {

Collision collide(const Model& a, const Pose& b_in_a, const Model& b, const CollideOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return collide(a, p, b, options); });
  if (!options.budget.limited() && apart_by_hulls(a, b_in_a, b)) return {};
  return collide_by_traversal(a, b_in_a, b, options,
                              [&](CollideQuery& query) { return run_walk(a, b_in_a, b, query, options.budget); });
}

}  // namespace apart
