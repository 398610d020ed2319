#include <apart/queries/models/by_traversal.hpp>

namespace apart {

Distance distance(const Model& a, const Pose& b_in_a, const Model& b, const DistanceOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return distance(a, p, b, options); });
  return distance_by_traversal(a, b_in_a, b, options, [&](DistanceQuery& query) {
    return run_walk<Distances>(a, b_in_a, b, query, options.budget);
  });
}

}  // namespace apart
