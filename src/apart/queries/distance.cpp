#include <apart/queries/containment.hpp>
#include <apart/queries/distance.hpp>
#include <apart/traversal/relative.hpp>

namespace apart {

Distance distance(const Model& a, const Posed& b_in_a, const Model& b, const DistanceOptions& options) {
  check_rigid(b_in_a);
  APART_ASSERT(options.max >= 0 && options.abs_error >= 0 && options.rel_error >= 0,
               "a maximum or an error of a distance query is negative or not a number");
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  DistanceQuery query{{a.mesh(), b_in_a, b.mesh()}, options};
  walk(a.tree(), b_in_a, b.tree(), query);
  if (options.solid && query.best_distance > 0 && contained(a, b_in_a, b)) return {.distance = 0, .contained = true};
  if (!query.found()) return {.distance = options.max, .status = Status::at_least};
  const bool inexact = (options.abs_error > 0 || options.rel_error > 0) && query.best_distance > 0;
  return {.distance = query.best_distance,
          .on_a = query.best.on_s,
          .on_b = query.best.on_t,
          .triangle_a = query.best_a,
          .triangle_b = query.best_b,
          .status = inexact ? Status::within_error : Status::exact};
}

Distance distance(const Model& a, const Posed& a_in_world, const Model& b, const Posed& b_in_world,
                  const DistanceOptions& options) {
  Distance out = distance(a, relative(a_in_world, b_in_world), b, options);
  out.on_a = a_in_world * out.on_a;
  out.on_b = a_in_world * out.on_b;
  return out;
}

}  // namespace apart
