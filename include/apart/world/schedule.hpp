// Scheduling by bounds on velocity and acceleration: a pair is looked at again when it could first meet.
#pragma once
#include <apart/world/world.hpp>

namespace apart {

// Of every point of a body, turning included: its speed now is at most `speed`, and the speed grows by no more than
// `acceleration` per unit of time. Directions may change at any time.
struct MotionBounds {
  double speed = 0, acceleration = 0;
};

struct ScheduleStep {
  std::vector<BoxPair> colliding;  // all pairs that collide now, sorted: exactly those of World::collisions()
  u64 distances = 0;               // computed in this step
  u64 box_tests = 0;
};

// All pairs of a world in the order of the earliest time at which they could meet (the scheduling scheme of Lin and
// Canny). A pair that is not looked at is proven to be apart, as long as the bounds hold: each motion at most as long
// as its bound since the pair was last looked at. For hundreds of bodies: every pair has an entry.
class PairSchedule {
 public:
  // The bounds are of the bodies with ids 0 … end − 1; those of ids that are not there are not used. Throws UsageError
  // for bounds that are negative or NaN.
  PairSchedule(const World& world, double time, std::span<const MotionBounds> bounds);
  ~PairSchedule();
  PairSchedule(PairSchedule&&) noexcept;
  PairSchedule& operator=(PairSchedule&&) noexcept;

  // The same bodies at a later time, and bounds from then on. Where they exceed what was assumed (after an impulse),
  // the pairs of that body are scheduled anew. Throws UsageError for other bodies or an earlier time.
  ScheduleStep advance(const World& world, double time, std::span<const MotionBounds> bounds);

  std::size_t pairs() const;
  double next() const;  // when a pair could first meet; infinite if none can

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace apart
