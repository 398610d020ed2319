#include <apart/queries/ask.hpp>

namespace apart {

Distance distance(const Model& a, const Posed& b_in_a, const Model& b, const DistanceOptions& options) {
  return ask_distance(a, b_in_a, b, options,
                      [&](DistanceQuery& query) { return run_walk<Diving>(a, b_in_a, b, query, options.budget); });
}

Distance distance(const Model& a, const Posed& a_in_world, const Model& b, const Posed& b_in_world,
                  const DistanceOptions& options) {
  Distance out = distance(a, relative(a_in_world, b_in_world), b, options);
  out.on_a = a_in_world * out.on_a;
  out.on_b = a_in_world * out.on_b;
  return out;
}

}  // namespace apart
