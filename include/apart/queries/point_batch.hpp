// Queries of one model at many points: one answer per point, in order, the same bits for any number of threads. Opt-in:
// <apart/apart.hpp> does not include it.
#pragma once
#include <apart/queries/batch.hpp>
#include <apart/queries/closest.hpp>
#include <apart/queries/winding_number.hpp>

namespace apart {

// Any array of points. Not constructible by {}, which is the origin.
class PointSpan {
 public:
  template <class Array>
  requires std::convertible_to<const Array&, std::span<const Vec3d>> PointSpan(const Array& each) : each_(each) {}
  operator std::span<const Vec3d>() const { return each_; }

 private:
  std::span<const Vec3d> each_;
};

// Calls query(some) for runs of the points' numbers, in which neighbours in space are neighbours; Status::cancelled
// when it was stopped.
Status run_points(std::span<const Vec3d> points, const BatchOptions& how,
                  const std::function<void(std::span<const u32>)>& query);

// A point that is not in range has Status::invalid.
Batch<ClosestPoint> closest(const Model& model, PointSpan points, const ClosestOptions& options = {},
                            const BatchOptions& how = {});
Batch<WindingNumber> winding_number(const Model& model, PointSpan points, const BatchOptions& how = {});
// The same into an array of the caller's, of as many answers as points: no memory is allocated for them.
Status closest(const Model& model, PointSpan points, std::span<ClosestPoint> answers,
               const ClosestOptions& options = {}, const BatchOptions& how = {});
Status winding_number(const Model& model, PointSpan points, std::span<WindingNumber> answers,
                      const BatchOptions& how = {});

}  // namespace apart
