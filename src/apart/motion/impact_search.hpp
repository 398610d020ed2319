// What a search for the first contact has found so far, over all pieces of the two motions.
#pragma once
#include <apart/motion/impact.hpp>
#include <apart/motion/moving_pair.hpp>
#include <apart/traversal/budget.hpp>
#include <functional>

namespace apart::motion {

struct ImpactSearch {
  explicit ImpactSearch(const ImpactOptions& how) : options(how), tolerance(how.tolerance), watch(how.budget, 0) {}

  const ImpactOptions& options;
  double tolerance;  // of the segment that is searched
  Impact impact{};
  bool searching_clearance = false, clearance_proven = true;
  u64 tests = 0;
  BudgetWatch watch;
  // The distance of the two at a pose, if it is less than a maximum: for the search of the least clearance.
  std::function<Distance(const Pose& b_in_a, double max)> distance_at{};
  double time = 0;  // proven so far: nothing is nearer than keep() before it

  // The distance that pairs are proven to keep. Of what is nearest so far a share is left out: what is nearer than that
  // is searched.
  double keep() const {
    if (!searching_clearance) return options.within;
    return impact.least_clearance * (1 - options.clearance_error);
  }
  bool is_contact(double distance) const { return !searching_clearance && distance <= options.within + tolerance; }
  void saw(double distance, double at) {
    if (distance < impact.least_clearance) impact.least_clearance = distance, impact.nearest_at = at;
  }
  void sample(const Pose& b_in_a, double at) {
    ++tests;
    const Distance gap = distance_at(b_in_a, impact.least_clearance);
    if (gap.status != Status::at_least) saw(gap.distance, at);
  }
};

// The tolerance for a segment: the one that is asked for, or what rounding takes. `speed` is that of all points of
// both, `rounding` that of computed distances.
struct Tolerance {
  double value;
  bool raised;
};
Tolerance tolerance_of(const ImpactOptions& options, double speed, double size_a, double size_b, double rounding);

}  // namespace apart::motion
