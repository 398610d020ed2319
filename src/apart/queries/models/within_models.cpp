#include <apart/queries/models/by_traversal.hpp>

namespace apart {

Within within(const Model& a, const Pose& b_in_a, const Model& b, double tolerance, const CollideOptions& options) {
  if (!is_usable(b_in_a))
    return at_usable_pose(b_in_a, [&](const Pose& p) { return within(a, p, b, tolerance, options); });
  return within_by_traversal(a, b_in_a, b, tolerance, options,
                             [&](WithinQuery& query) { return run_walk(a, b_in_a, b, query, options.budget); });
}

}  // namespace apart
