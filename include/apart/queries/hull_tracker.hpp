// Queries of two trees of hulls (decompose/hull_tree.hpp), for one pair that moves little from query to query. What is
// remembered is only where to start: the answers do not depend on it, but for rounding, and for which of several
// equally near triangles is named. Closed models are solids: one inside the other touches it.
#pragma once
#include <apart/decompose/hull_tree.hpp>
#include <apart/queries/collide.hpp>
#include <apart/queries/contacts.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/within.hpp>
#include <memory>

namespace apart {

struct HullTrackerOptions {
  bool pieces = true;    // piece caching: the pair of hulls that gave the last answer first
  bool priority = true;  // priority directed search: the nearest pairs first; else depth first
  bool front = true;     // front tracking: starts where the last traversal ended, each pair from its last features
  // Of a front: a pair that is so far apart that it cannot have come near since it was tested, is not tested again.
  bool motion = true;
  u32 queue = 256;  // pairs that wait at most; further ones are visited depth first
};

// Not thread-safe; make one for each thread.
//   apart::HullTracker pair(apart::HullTree::make(gear).value(), apart::HullTree::make(tool).value());
//   for (const auto& pose : poses) gap = pair.distance(pose);
class HullTracker {
 public:
  HullTracker(HullTree a, HullTree b, const HullTrackerOptions& options = {});
  ~HullTracker();
  HullTracker(HullTracker&&) noexcept;
  HullTracker& operator=(HullTracker&&) noexcept;

  // As those of models, with CollideOptions::solid and DistanceOptions::solid set; caches in the options are not used.
  Collision collide(const Pose& b_in_a, const CollideOptions& options = {});
  Within within(const Pose& b_in_a, double tolerance, const CollideOptions& options = {});
  Distance distance(const Pose& b_in_a, const DistanceOptions& options = {});
  // The same contacts as of models.
  Contacts contacts(const Pose& b_in_a, double tolerance, const ContactOptions& options = {});

  void forget();                   // as if new
  std::size_t front_size() const;  // pairs of nodes at which the last traversal ended
  u64 tests() const;               // of pairs of hulls, in all traversals so far
  u64 steps() const;               // of Voronoi marching in them
  u64 fallbacks() const;           // tests that marching could not decide: of hulls that meet, or by rounding
  const HullTree& a() const;
  const HullTree& b() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The same queries of a pair that is not tracked.
Collision collide(const HullTree& a, const Pose& b_in_a, const HullTree& b, const CollideOptions& options = {});
Within within(const HullTree& a, const Pose& b_in_a, const HullTree& b, double tolerance,
              const CollideOptions& options = {});
Distance distance(const HullTree& a, const Pose& b_in_a, const HullTree& b, const DistanceOptions& options = {});
Contacts contacts(const HullTree& a, const Pose& b_in_a, const HullTree& b, double tolerance,
                  const ContactOptions& options = {});

}  // namespace apart
