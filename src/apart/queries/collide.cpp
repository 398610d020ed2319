#include <apart/queries/collide.hpp>
#include <apart/queries/containment.hpp>
#include <apart/traversal/relative.hpp>

namespace apart {

Collision collide(const Model& a, const Posed& b_in_a, const Model& b, const CollideOptions& options) {
  check_rigid(b_in_a);
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  CollideQuery query{{a.mesh(), b_in_a, b.mesh()}};
  walk(a.tree(), b_in_a, b.tree(), query);
  if (!query.answer.colliding && options.solid && contained(a, b_in_a, b))
    return {.colliding = true, .contained = true};
  return query.answer;
}

Collision collide(const Model& a, const Posed& a_in_world, const Model& b, const Posed& b_in_world,
                  const CollideOptions& options) {
  return collide(a, relative(a_in_world, b_in_world), b, options);
}

}  // namespace apart
