// One pair of models or shapes that moves little from query to query. What is remembered is only where to start: the
// answers are those of the plain functions (of models, where several triangles touch, another pair may be named, and
// depths may differ within their bounds; of shapes, to rounding).
#pragma once
#include <apart/queries/collide.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/within.hpp>
#include <memory>

namespace apart {

struct Contacts;  // <apart/queries/contacts.hpp>
struct ContactOptions;

// Of two models.
struct TrackerOptions {
  bool pairs = true;  // test last time's triangles first; a front does so in any case
  // Start where the last query ended. Of distances the same as the triangles, which bring the front with them; of
  // collide and within it is used for as long as it is counted to save tests.
  bool front = true;
};

// Not thread-safe; make one for each thread.
//   apart::Tracker pair(gear, tool);
//   for (const auto& pose : poses) gap = pair.distance(pose);
class Tracker {
 public:
  Tracker(Geometry a, Geometry b, const TrackerOptions& options = {});
  ~Tracker();
  Tracker(Tracker&&) noexcept;
  Tracker& operator=(Tracker&&) noexcept;

  // A cache in the options is not used: the tracker has its own.
  Collision collide(const Pose& b_in_a, const CollideOptions& options = {});
  Within within(const Pose& b_in_a, double tolerance, const CollideOptions& options = {});
  Distance distance(const Pose& b_in_a, const DistanceOptions& options = {});
  Collisions collisions(const Pose& b_in_a, std::size_t limit = std::numeric_limits<std::size_t>::max());  // of models
  Distance signed_distance(const Pose& b_in_a, const DistanceOptions& options = {});                       // of shapes
  Penetration penetration(const Pose& b_in_a, const PenetrationOptions& options = {});
  // Of two models, while B has moved little: of the triangles alone that were near.
  Contacts contacts(const Pose& b_in_a, double tolerance);
  Contacts contacts(const Pose& b_in_a, double tolerance, const ContactOptions& options);

  void forget();                   // as if new
  std::size_t front_size() const;  // pairs of nodes that are remembered; of models
  u64 tests() const;               // of volumes and primitives, in all traversals so far; of models
  const Geometry& a() const;
  const Geometry& b() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace apart
