// The queries of two models around their traversal: what is checked before it, and what its outcome means. `run` is a
// function that traverses the trees for a query and returns how that ended; a Tracker has its own.
#pragma once
#include <apart/base/relative.hpp>
#include <apart/queries/check_options.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/models/run_walk.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/queries/sort_pairs.hpp>
#include <apart/triangles/feature.hpp>

namespace apart::queries {

// What a traversal that ended so means; the meshes are not empty.
inline Collision answer_of(const CollideQuery& query, const WalkEnd& end, const Model& a, const Pose& b_in_a,
                           const Model& b, const CollideOptions& options) {
  if (query.answer.colliding) return query.answer;
  if (options.solid && contained(a, b_in_a, b)) return {.colliding = true, .contained = true};
  return {.status = end.done ? Status::exact : Status::unfinished};
}
inline Within answer_of(const WithinQuery& query, const WalkEnd& end, const Model& a, const Pose& b_in_a,
                        const Model& b, const CollideOptions& options) {
  if (query.answer.within) return query.answer;
  if (options.solid && contained(a, b_in_a, b)) return {.within = true, .contained = true};
  return {.status = end.done ? Status::exact : Status::unfinished};
}
inline Distance answer_of(const DistanceQuery& query, const WalkEnd& end, const Model& a, const Pose& b_in_a,
                          const Model& b, const DistanceOptions& options) {
  if (options.solid && query.best_distance > 0 && contained(a, b_in_a, b))
    return {.distance = 0, .at_most = 0, .contained = true};
  // All that was dropped is farther than the reach, and all that is left is farther than its bound.
  const double proven = larger(0.0, lesser(query.best_distance, lesser(query.reach(), end.least_open_bound)));
  if (end.done && !query.found()) return {.distance = options.max, .at_least = options.max, .status = Status::at_least};
  Distance out{.distance = query.best_distance, .at_least = proven, .at_most = query.best_distance};
  out.status = !end.done ? Status::unfinished : proven < query.best_distance ? Status::within_error : Status::exact;
  if (!std::isfinite(query.best_distance)) return out;  // the budget was spent before any triangle was seen
  if (query.vanishing()) {
    out.at_least = 0;
    if (end.done) out.status = Status::within_error;
  }
  out.on_a = query.best.on_s, out.on_b = query.best.on_t;
  if (query.best_axis != Vec3d{}) out.normal = query.best_axis;
  out.a = query.pair.element_a(query.best_a), out.b = query.pair.element_b(query.best_b);
  out.a.feature = feature_at(query.pair.of_a(out.a.triangle), out.on_a);
  out.b.feature = feature_at(query.pair.of_b(out.b.triangle), out.on_b);
  return out;
}

template <class Run>
Collision collide_by_traversal(const Model& a, const Pose& b_in_a, const Model& b, const CollideOptions& options,
                               Run run) {
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  CollideQuery query{{a.mesh(), b_in_a, b.mesh()}};
  const WalkEnd end = run(query);
  return answer_of(query, end, a, b_in_a, b, options);
}

template <class Run>
Within within_by_traversal(const Model& a, const Pose& b_in_a, const Model& b, double tolerance,
                           const CollideOptions& options, Run run) {
  check_tolerance(tolerance);
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  WithinQuery query{{a.mesh(), b_in_a, b.mesh()}, tolerance};
  const WalkEnd end = run(query);
  return answer_of(query, end, a, b_in_a, b, options);
}

template <class Run>
Distance distance_by_traversal(const Model& a, const Pose& b_in_a, const Model& b, const DistanceOptions& options,
                               Run run) {
  check_options(options);
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  DistanceQuery query{{a.mesh(), b_in_a, b.mesh()}, options};
  const WalkEnd end = run(query);
  return answer_of(query, end, a, b_in_a, b, options);
}

// All touching pairs, or the first `limit` that are found.
template <class Run>
Collisions collisions_by_traversal(const Model& a, const Pose& b_in_a, const Model& b, std::size_t limit, Run run) {
  Collisions out;
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  PairKeys keys;
  // One more than the limit tells whether there was more.
  auto collect = [&, room = limit](u32 i, u32 j) mutable {
    if (room == 0) return false;
    --room, keys.add(pair_key(i, j));
    return true;
  };
  const bool limited = limit != std::numeric_limits<std::size_t>::max();
  CollisionsQuery<decltype(collect)> query{{a.mesh(), b_in_a, b.mesh()}, collect, limited};
  run(query);
  if (query.stopped) out.status = Status::limit;
  out.pairs = sorted_pairs(keys, a.mesh(), b.mesh());
  return out;
}

}  // namespace apart::queries
