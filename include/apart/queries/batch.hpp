// The same query at many poses: one result per pose, in order, the same bits for any number of threads.
#pragma once
#include <apart/queries/collide.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/span.hpp>
#include <apart/queries/within.hpp>
#include <functional>
#include <span>
#include <vector>

namespace apart {

struct BatchOptions {
  u32 threads = 0;  // 0: all hardware threads
  // Called at intervals with the completed share, by one thread at a time; returning false stops the work.
  std::function<bool(double)> progress{};
};

// Any array of poses. Not constructible by {}, which is the identity pose.
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
  // Those that were not computed have Status::cancelled, those at a pose that is not usable Status::invalid.
  std::vector<Answer> answers;
  Status status = Status::exact;  // or cancelled
};

// Calls query(i) for every i below the count, in chunks of `grain`; Status::cancelled when it was stopped.
Status run_batch(std::size_t count, const BatchOptions& how, const std::function<void(std::size_t)>& query,
                 std::size_t grain = 8);

// Any query: query(pose) returns a result with a status, and is called from several threads.
template <class Query>
auto query_each(std::span<const Pose> b_in_a, const BatchOptions& how, Query query) {
  using Answer = decltype(query(b_in_a[0]));
  Answer cancelled{};
  cancelled.status = Status::cancelled;
  Batch<Answer> out;
  out.answers.assign(b_in_a.size(), cancelled);
  out.status = run_batch(b_in_a.size(), how, [&](std::size_t i) { out.answers[i] = query(b_in_a[i]); });
  return out;
}

// Of two models or shapes. A cache in the options is not used: it is not thread-safe, and results are the same without.
Batch<Collision> collide(const Geometry& a, Poses b_in_a, const Geometry& b, const CollideOptions& options = {},
                         const BatchOptions& how = {});
Batch<Within> within(const Geometry& a, Poses b_in_a, const Geometry& b, double tolerance,
                     const CollideOptions& options = {}, const BatchOptions& how = {});
Batch<Distance> distance(const Geometry& a, Poses b_in_a, const Geometry& b, const DistanceOptions& options = {},
                         const BatchOptions& how = {});
Batch<Span> span(const Geometry& a, Poses b_in_a, const Geometry& b, const SpanOptions& options = {},
                 const BatchOptions& how = {});
Batch<Distance> signed_distance(const Shape& a, Poses b_in_a, const Shape& b, const DistanceOptions& options = {},
                                const BatchOptions& how = {});
Batch<Penetration> penetration(const Geometry& a, Poses b_in_a, const Geometry& b,
                               const PenetrationOptions& options = {}, const BatchOptions& how = {});

}  // namespace apart
