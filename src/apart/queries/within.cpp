#include <apart/queries/containment.hpp>
#include <apart/queries/within.hpp>
#include <apart/traversal/relative.hpp>

namespace apart {

Within within(const Model& a, const Posed& b_in_a, const Model& b, double tolerance, const CollideOptions& options) {
  check_rigid(b_in_a);
  APART_ASSERT(tolerance >= 0, "a tolerance is negative or not a number");
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  WithinQuery query{{a.mesh(), b_in_a, b.mesh()}, tolerance};
  walk(a.tree(), b_in_a, b.tree(), query);
  if (!query.answer.within && options.solid && contained(a, b_in_a, b)) return {.within = true, .contained = true};
  return query.answer;
}

Within within(const Model& a, const Posed& a_in_world, const Model& b, const Posed& b_in_world, double tolerance,
              const CollideOptions& options) {
  return within(a, relative(a_in_world, b_in_world), b, tolerance, options);
}

}  // namespace apart
