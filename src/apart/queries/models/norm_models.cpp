// distance() and span() in other norms: the traversals of the Euclidean ones, whose bounds of volumes hold for these
// norms up to a factor, with other leaves.
#include <apart/base/rigidity.hpp>
#include <apart/queries/at_pose.hpp>
#include <apart/queries/models/by_traversal.hpp>
#include <apart/queries/norms.hpp>
#include <apart/triangles/norm_gap.hpp>

namespace apart {
namespace queries {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kRoot3 = 1.7320508075688774;

// Euclidean lengths are at most this times as long as those in the norm, and those in the norm at most that times as
// long as the Euclidean ones, rounding included.
double euclidean_by_norm(Norm norm) { return (norm == Norm::infinity ? kRoot3 : 1) * (1 + 1e-15); }
double norm_by_euclidean(Norm norm) { return (norm == Norm::one ? kRoot3 : 1) * (1 + 1e-15); }

// The triangles along the axes of the norm, relative to A's origin.
struct TurnedPair : PlacedPair {
  Mat3d axes;

  Triangle turned(const Triangle& t) const { return {axes * t.a, axes * t.b, axes * t.c}; }
  Vec3d back(Vec3d p) const { return transposed_times(axes, p); }
};

struct NormDistanceQuery {
  using Measure = Nearness;
  TurnedPair pair;
  Norm norm;
  DistanceOptions options;
  NormGap best{kInfinity, kInfinity, {}, {}};
  double at_least = kInfinity;  // of all pairs that were tested
  u32 best_a = 0, best_b = 0;

  double limit() const {
    return lesser(options.max, lesser(best.distance - options.abs_error, best.distance / (1 + options.rel_error)));
  }
  double reach() const { return euclidean_by_norm(norm) * limit(); }
  Found primitives(u32 i, u32 j) {
    const NormGap gap = gap_in_norm(pair.turned(pair.of_a(i)), pair.turned(pair.of_b(j)), norm, best.distance);
    at_least = lesser(at_least, gap.at_least);
    const bool earlier = i != best_a ? i < best_a : j < best_b;
    if (gap.distance < best.distance || (gap.distance == best.distance && earlier)) best = gap, best_a = i, best_b = j;
    return best.distance == 0 ? Found::enough : Found::nothing;
  }
};

struct NormSpanQuery {
  using Measure = Farness;
  TurnedPair pair;
  Norm norm;
  SpanOptions options;
  NormSpan best{-kInfinity, {}, {}};
  u32 best_a = 0, best_b = 0;

  double threshold() const {
    return larger(best.distance + options.abs_error, best.distance * (1 + options.rel_error));
  }
  double reach() const { return -threshold() / norm_by_euclidean(norm); }
  Found primitives(u32 i, u32 j) {
    const NormSpan far = span_in_norm(pair.turned(pair.of_a(i)), pair.turned(pair.of_b(j)), norm);
    const bool earlier = i != best_a ? i < best_a : j < best_b;
    if (far.distance > best.distance || (far.distance == best.distance && earlier)) best = far, best_a = i, best_b = j;
    return Found::nothing;
  }
};

Distance distance_along(const Model& a, const Mat3d& axes, const Pose& b_in_a, const Model& b, Norm norm,
                        const DistanceOptions& options) {
  check_options(options);
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  NormDistanceQuery query{{{a.mesh(), b_in_a, b.mesh()}, axes}, norm, options};
  const WalkEnd end = run_walk<InOrder<BestFirst>>(a, b_in_a, b, query, options.budget);
  const NormGap& best = query.best;
  if (options.solid && best.distance > 0 && contained(a, b_in_a, b))
    return {.distance = 0, .at_most = 0, .contained = true};
  if (end.done && !(best.distance <= options.max))
    return {.distance = options.max, .at_least = options.max, .status = Status::at_least};
  const double open = end.done ? kInfinity : end.least_open_bound / euclidean_by_norm(norm);
  const double dropped = lesser(query.limit(), open);  // no nearer
  Distance out{.distance = best.distance,
               .at_least = larger(0.0, lesser(query.at_least, lesser(best.distance, dropped))),
               .at_most = best.distance};
  out.status = !end.done ? Status::unfinished : dropped < best.distance ? Status::within_error : Status::exact;
  if (!std::isfinite(best.distance)) return out;
  out.on_a = query.pair.back(best.on_s), out.on_b = query.pair.back(best.on_t);
  if (const auto [unit, far] = normalized(out.on_b - out.on_a); far > 0) out.normal = unit;
  out.a = query.pair.element_a(query.best_a), out.b = query.pair.element_b(query.best_b);
  out.a.feature = feature_at(query.pair.of_a(out.a.triangle), out.on_a);
  out.b.feature = feature_at(query.pair.of_b(out.b.triangle), out.on_b);
  return out;
}

Span span_along(const Model& a, const Mat3d& axes, const Pose& b_in_a, const Model& b, Norm norm,
                const SpanOptions& options) {
  check_options(options);
  if (a.mesh().empty() || b.mesh().empty()) return {.status = Status::nothing};
  NormSpanQuery query{{{a.mesh(), b_in_a, b.mesh()}, axes}, norm, options};
  const WalkEnd end = run_walk<InOrder<BestFirst>>(a, b_in_a, b, query, options.budget);
  const double open = end.done ? 0.0 : -end.least_open_bound * norm_by_euclidean(norm);
  Span out{.distance = query.best.distance,
           .at_most = larger(query.best.distance, larger(query.threshold(), open)),
           .on_a = query.pair.back(query.best.on_s),
           .on_b = query.pair.back(query.best.on_t),
           .a = query.pair.element_a(query.best_a),
           .b = query.pair.element_b(query.best_b)};
  if (!end.done)
    out.status = Status::unfinished;
  else if (out.at_most > out.distance)
    out.status = Status::within_error;
  return out;
}

}  // namespace
}  // namespace queries

Distance distance(const Model& a, const Pose& b_in_a, const Model& b, Norm norm, const DistanceOptions& options) {
  if (norm == Norm::euclidean) return distance(a, b_in_a, b, options);
  return queries::at_pose(b_in_a, [&](const Pose& at) { return queries::distance_along(a, {}, at, b, norm, options); });
}

Span span(const Model& a, const Pose& b_in_a, const Model& b, Norm norm, const SpanOptions& options) {
  if (norm == Norm::euclidean) return span(a, b_in_a, b, options);
  return queries::at_pose(b_in_a, [&](const Pose& at) { return queries::span_along(a, {}, at, b, norm, options); });
}

Distance distance(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world, Norm norm,
                  const DistanceOptions& options) {
  if (norm == Norm::euclidean) return distance(a, a_in_world, b, b_in_world, options);
  return query_in_world(a_in_world, b_in_world, [&](const Pose& b_in_a) {
    return queries::at_pose(b_in_a, [&](const Pose& at) {
      return queries::distance_along(a, nearest_rotation(a_in_world.rotation), at, b, norm, options);
    });
  });
}

Span span(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world, Norm norm,
          const SpanOptions& options) {
  if (norm == Norm::euclidean) return span(a, a_in_world, b, b_in_world, options);
  return query_in_world(a_in_world, b_in_world, [&](const Pose& b_in_a) {
    return queries::at_pose(b_in_a, [&](const Pose& at) {
      return queries::span_along(a, nearest_rotation(a_in_world.rotation), at, b, norm, options);
    });
  });
}

}  // namespace apart
