#include <apart/base/progress.hpp>
#include <apart/base/workers.hpp>
#include <apart/queries/batch.hpp>
#include <apart/queries/check_options.hpp>
#include <apart/queries/run_chunks.hpp>
#include <atomic>

namespace apart {

Status queries::run_chunks(std::size_t count, std::size_t grain, const BatchOptions& how,
                           const std::function<void(std::size_t, std::size_t)>& work) {
  const BuildWatch watch{how.progress};
  Progress progress(watch, count);
  std::atomic<std::size_t> done = 0;
  Workers(how.threads).for_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
    if (progress.stopped()) return;
    work(begin, end);
    done += end - begin;
    progress.add(end - begin);
  });
  return done == count ? Status::exact : Status::cancelled;
}

Status run_batch(std::size_t count, const BatchOptions& how, const std::function<void(std::size_t)>& query,
                 std::size_t grain) {
  return queries::run_chunks(count, grain, how, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) query(i);
  });
}

namespace {

// query(x, pose, y) of what the two are, each a Model or a Shape.
template <class Query>
auto query_each_pair(const Geometry& a, Poses b_in_a, const Geometry& b, const BatchOptions& how, Query query) {
  return visit_pair(a, b, [&](const auto& x, const auto& y) {
    return query_each(b_in_a, how, [&](const Pose& at) { return query(x, at, y); });
  });
}

template <class Options>
Options without_cache(Options options) {
  options.cache = nullptr;
  return options;
}

}  // namespace

Batch<Collision> collide(const Geometry& a, Poses b_in_a, const Geometry& b, const CollideOptions& options,
                         const BatchOptions& how) {
  const CollideOptions own = without_cache(options);
  return query_each_pair(a, b_in_a, b, how,
                         [&](const auto& x, const Pose& at, const auto& y) { return collide(x, at, y, own); });
}

Batch<Within> within(const Geometry& a, Poses b_in_a, const Geometry& b, double tolerance,
                     const CollideOptions& options, const BatchOptions& how) {
  queries::check_tolerance(tolerance);
  const CollideOptions own = without_cache(options);
  return query_each_pair(a, b_in_a, b, how, [&](const auto& x, const Pose& at, const auto& y) {
    return within(x, at, y, tolerance, own);
  });
}

Batch<Distance> distance(const Geometry& a, Poses b_in_a, const Geometry& b, const DistanceOptions& options,
                         const BatchOptions& how) {
  queries::check_options(options);
  const DistanceOptions own = without_cache(options);
  return query_each_pair(a, b_in_a, b, how,
                         [&](const auto& x, const Pose& at, const auto& y) { return distance(x, at, y, own); });
}

Batch<Span> span(const Geometry& a, Poses b_in_a, const Geometry& b, const SpanOptions& options,
                 const BatchOptions& how) {
  queries::check_options(options);
  return query_each_pair(a, b_in_a, b, how,
                         [&](const auto& x, const Pose& at, const auto& y) { return span(x, at, y, options); });
}

Batch<Distance> signed_distance(const Shape& a, Poses b_in_a, const Shape& b, const DistanceOptions& options,
                                const BatchOptions& how) {
  queries::check_options(options);
  const DistanceOptions own = without_cache(options);
  return query_each(b_in_a, how, [&](const Pose& at) { return signed_distance(a, at, b, own); });
}

Batch<Penetration> penetration(const Geometry& a, Poses b_in_a, const Geometry& b, const PenetrationOptions& options,
                               const BatchOptions& how) {
  const PenetrationOptions own = without_cache(options);
  return query_each_pair(a, b_in_a, b, how,
                         [&](const auto& x, const Pose& at, const auto& y) { return penetration(x, at, y, own); });
}

}  // namespace apart
