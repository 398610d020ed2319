#include <apart/queries/ask.hpp>

namespace apart {

Collision collide(const Model& a, const Posed& b_in_a, const Model& b, const CollideOptions& options) {
  return ask_collide(a, b_in_a, b, options,
                     [&](CollideQuery& query) { return run_walk(a, b_in_a, b, query, options.budget); });
}

Collision collide(const Model& a, const Posed& a_in_world, const Model& b, const Posed& b_in_world,
                  const CollideOptions& options) {
  return collide(a, relative(a_in_world, b_in_world), b, options);
}

}  // namespace apart
