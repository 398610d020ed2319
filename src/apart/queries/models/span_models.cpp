#include <apart/queries/models/by_traversal.hpp>

namespace apart {

Span span(const Model& a, const Pose& b_in_a, const Model& b, const SpanOptions& options) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return span(a, p, b, options); });
  check_options(options);
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  SpanQuery query{{a.mesh(), b_in_a, b.mesh()}, options.abs_error, options.rel_error};
  const WalkEnd end = run_walk<InOrder<BestFirst>>(a, b_in_a, b, query, options.budget);
  Span out{.distance = query.best_distance,
           .at_most = larger(query.best_distance, larger(query.threshold(), end.done ? 0.0 : -end.least_open_bound)),
           .on_a = query.best.on_s,
           .on_b = query.best.on_t,
           .a = query.pair.element_a(query.best_a),
           .b = query.pair.element_b(query.best_b)};
  if (!end.done)
    out.status = Status::unfinished;
  else if (out.at_most > out.distance)
    out.status = Status::within_error;
  return out;
}

Beyond beyond(const Model& a, const Pose& b_in_a, const Model& b, double limit) {
  if (!is_usable(b_in_a)) return at_usable_pose(b_in_a, [&](const Pose& p) { return beyond(a, p, b, limit); });
  APART_ASSERT(limit >= 0 && std::isfinite(limit), "a limit is negative or not a finite number");
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  SpanQuery query{{a.mesh(), b_in_a, b.mesh()}, 0, 0, limit};
  run_walk<InOrder<BestFirst>>(a, b_in_a, b, query, {});
  if (!(query.best_distance > limit)) return {};
  return {.beyond = true, .a = query.pair.element_a(query.best_a), .b = query.pair.element_b(query.best_b)};
}

}  // namespace apart
