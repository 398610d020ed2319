// distance() and span() of two models in the 1-norm or the ∞-norm. Opt-in: <apart/apart.hpp> does not include it.
// The Hausdorff distance takes a norm as an option (queries/hausdorff.hpp).
#pragma once
#include <apart/base/norm.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/span.hpp>

namespace apart {

// Along the axes of A's frame. The normal is the direction of the shortest vector in the norm, and of Euclidean length
// 1; the cache of the options is not used.
Distance distance(const Model& a, const Pose& b_in_a, const Model& b, Norm norm, const DistanceOptions& options = {});
Span span(const Model& a, const Pose& b_in_a, const Model& b, Norm norm, const SpanOptions& options = {});

// Along the axes of the world.
Distance distance(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world, Norm norm,
                  const DistanceOptions& options = {});
Span span(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world, Norm norm,
          const SpanOptions& options = {});

}  // namespace apart
