#include <apart/hierarchy/workers.hpp>
#include <apart/queries/batch.hpp>
#include <apart/traversal/relative.hpp>
#include <atomic>
#include <mutex>

namespace apart {
namespace {

template <class Answer, class Ask>
Batch<Answer> ask_all(std::span<const Posed> poses, const BatchOptions& how, Ask ask) {
  for (const Posed& pose : poses) check_rigid(pose);  // before any work, and on the caller's thread
  Batch<Answer> out;
  Answer not_asked;
  not_asked.status = Status::cancelled;
  out.answers.assign(poses.size(), not_asked);
  std::atomic<bool> go_on = true;
  std::mutex telling;
  std::size_t done = 0;
  Workers(how.threads).for_ranges(poses.size(), 8, [&](std::size_t begin, std::size_t end) {
    if (!go_on) return;
    for (std::size_t i = begin; i < end; ++i) out.answers[i] = ask(poses[i]);
    if (!how.progress) return;
    const std::lock_guard lock(telling);
    done += end - begin;
    if (go_on && !how.progress(double(done) / double(poses.size()))) go_on = false;
  });
  for (const Answer& answer : out.answers)
    if (answer.status == Status::cancelled) out.status = Status::cancelled;
  return out;
}

}  // namespace

Batch<Collision> collide(const Model& a, std::span<const Posed> b_in_a, const Model& b, const CollideOptions& options,
                         const BatchOptions& how) {
  return ask_all<Collision>(b_in_a, how, [&](const Posed& at) { return collide(a, at, b, options); });
}

Batch<Within> within(const Model& a, std::span<const Posed> b_in_a, const Model& b, double tolerance,
                     const CollideOptions& options, const BatchOptions& how) {
  APART_ASSERT(tolerance >= 0, "a tolerance is negative or not a number");
  return ask_all<Within>(b_in_a, how, [&](const Posed& at) { return within(a, at, b, tolerance, options); });
}

Batch<Distance> distance(const Model& a, std::span<const Posed> b_in_a, const Model& b, const DistanceOptions& options,
                         const BatchOptions& how) {
  return ask_all<Distance>(b_in_a, how, [&](const Posed& at) { return distance(a, at, b, options); });
}

Batch<Span> span(const Model& a, std::span<const Posed> b_in_a, const Model& b, const SpanOptions& options,
                 const BatchOptions& how) {
  return ask_all<Span>(b_in_a, how, [&](const Posed& at) { return span(a, at, b, options); });
}

}  // namespace apart
