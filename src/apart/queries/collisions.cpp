#include <apart/queries/ask.hpp>

namespace apart {

Collisions collisions(const Model& a, const Pose& b_in_a, const Model& b, std::size_t limit) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return collisions(a, p, b, limit); });
  return ask_collisions(a, b_in_a, b, limit, [&](auto& query) { return run_walk(a, b_in_a, b, query, {}); });
}

}  // namespace apart
