// The same question at many poses: one answer a pose, in order, the same bits whatever the number of threads.
#pragma once
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/span.hpp>
#include <apart/queries/within.hpp>
#include <functional>

namespace apart {

struct BatchOptions {
  u32 threads = 0;  // 0: as many as the machine has
  // Told the share that is done, now and then, by one thread at a time; the work stops when it says false.
  std::function<bool(double)> progress{};
};

// Any array of poses. Not made by {}, which is the pose of a thing that stands where it was.
class Poses {
 public:
  template <class Array>
  requires std::convertible_to<const Array&, std::span<const Pose>> Poses(const Array& each) : each_(each) {}
  operator std::span<const Pose>() const { return each_; }

 private:
  std::span<const Pose> each_;
};

template <class Answer>
struct Batch {
  // Those that were not asked have Status::cancelled, those at a pose that is not usable Status::invalid.
  std::vector<Answer> answers;
  Status status = Status::exact;  // or cancelled
};

Batch<Collision> collide(const Model& a, Poses b_in_a, const Model& b, const CollideOptions& options = {},
                         const BatchOptions& how = {});
Batch<Within> within(const Model& a, Poses b_in_a, const Model& b, double tolerance, const CollideOptions& options = {},
                     const BatchOptions& how = {});
Batch<Distance> distance(const Model& a, Poses b_in_a, const Model& b, const DistanceOptions& options = {},
                         const BatchOptions& how = {});
Batch<Span> span(const Model& a, Poses b_in_a, const Model& b, const SpanOptions& options = {},
                 const BatchOptions& how = {});

// Calls ask(i) for every pose; Status::cancelled when it was stopped.
Status run_batch(std::span<const Pose> poses, const BatchOptions& how, const std::function<void(std::size_t)>& ask);

// Any question: ask(pose) gives an answer with a status, and is called by several threads at once.
template <class Ask>
auto ask_each(std::span<const Pose> b_in_a, const BatchOptions& how, Ask ask) {
  using Answer = decltype(ask(b_in_a[0]));
  Answer not_asked{};
  not_asked.status = Status::cancelled;
  Batch<Answer> out;
  out.answers.assign(b_in_a.size(), not_asked);
  out.status = run_batch(b_in_a, how, [&](std::size_t i) { out.answers[i] = ask(b_in_a[i]); });
  return out;
}

}  // namespace apart
