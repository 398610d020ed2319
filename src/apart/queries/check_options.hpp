// What every query asserts of its options, a batch from the caller's own thread: a UsageError otherwise.
#pragma once
#include <apart/base/assert.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/span.hpp>

namespace apart::queries {

inline void check_tolerance(double tolerance) {
  APART_ASSERT(tolerance >= 0, "a tolerance is negative or not a number");
}
// By one branch: the distance of two capsules takes some twenty nanoseconds.
inline void check_options(const DistanceOptions& options) {
  APART_ASSERT((options.max >= 0) & (options.abs_error >= 0) & (options.rel_error >= 0),
               "a maximum or an error of a distance query is negative or not a number");
}
inline void check_options(const SpanOptions& options) {
  APART_ASSERT(options.abs_error >= 0 && options.rel_error >= 0,
               "an error of a span query is negative or not a number");
}

}  // namespace apart::queries
