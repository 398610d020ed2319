// One pair of models that moves little from question to question. What is remembered is only where to look first: the
// answers are those of the plain functions (where several triangles touch, the pair that is named may be another).
#pragma once
#include <apart/queries/collide.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/within.hpp>
#include <memory>
#include <optional>

namespace apart {

struct TrackerOptions {
  bool pairs = true;   // try last time's triangles first
  bool front = false;  // start where the last walk ended: fewer tests, but not eight at once, which is mostly slower
};

// Not for several threads at once; make one for each.
class Tracker {
 public:
  Tracker(Model a, Model b, const TrackerOptions& options = {});
  ~Tracker();
  Tracker(Tracker&&) noexcept;
  Tracker& operator=(Tracker&&) noexcept;

  Collision collide(const Pose& b_in_a, const CollideOptions& options = {});
  Within within(const Pose& b_in_a, double tolerance, const CollideOptions& options = {});
  Distance distance(const Pose& b_in_a, const DistanceOptions& options = {});
  Collisions collisions(const Pose& b_in_a, std::size_t limit = std::numeric_limits<std::size_t>::max());

  void forget();                   // as if new
  std::size_t front_size() const;  // pairs of nodes that are remembered
  u64 tests() const;               // of volumes and primitives, in all walks so far
  const Model& a() const;
  const Model& b() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace apart
