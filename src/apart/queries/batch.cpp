#include <apart/base/workers.hpp>
#include <apart/queries/ask.hpp>
#include <apart/queries/batch.hpp>
#include <atomic>
#include <mutex>

namespace apart {

Status run_batch(std::span<const Pose> poses, const BatchOptions& how, const std::function<void(std::size_t)>& ask) {
  std::atomic<bool> go_on = true;
  std::atomic<std::size_t> asked = 0;
  std::mutex telling;
  std::size_t told = 0;
  Workers(how.threads).for_ranges(poses.size(), 8, [&](std::size_t begin, std::size_t end) {
    if (!go_on) return;
    for (std::size_t i = begin; i < end; ++i) ask(i);
    asked += end - begin;
    if (!how.progress) return;
    const std::lock_guard lock(telling);
    told += end - begin;
    if (go_on && !how.progress(double(told) / double(poses.size()))) go_on = false;
  });
  return asked == poses.size() ? Status::exact : Status::cancelled;
}

Batch<Collision> collide(const Model& a, Poses b_in_a, const Model& b, const CollideOptions& options,
                         const BatchOptions& how) {
  return ask_each(b_in_a, how, [&](const Pose& at) { return collide(a, at, b, options); });
}

Batch<Within> within(const Model& a, Poses b_in_a, const Model& b, double tolerance, const CollideOptions& options,
                     const BatchOptions& how) {
  check_tolerance(tolerance);
  return ask_each(b_in_a, how, [&](const Pose& at) { return within(a, at, b, tolerance, options); });
}

Batch<Distance> distance(const Model& a, Poses b_in_a, const Model& b, const DistanceOptions& options,
                         const BatchOptions& how) {
  check_options(options);
  return ask_each(b_in_a, how, [&](const Pose& at) { return distance(a, at, b, options); });
}

Batch<Span> span(const Model& a, Poses b_in_a, const Model& b, const SpanOptions& options, const BatchOptions& how) {
  check_options(options);
  return ask_each(b_in_a, how, [&](const Pose& at) { return span(a, at, b, options); });
}

}  // namespace apart
