// Are two models closer than a tolerance?
#pragma once
#include <apart/queries/collide.hpp>
#include <apart/triangles/distance.hpp>

namespace apart {

struct Within {
  bool within = false;                 // the distance is at most the tolerance; with tolerance 0, the same as collide
  bool contained = false;              // one solid lies inside the other
  u32 triangle_a = 0, triangle_b = 0;  // a pair that is near enough, when within and not contained
  Status status = Status::exact;

  explicit operator bool() const { return within; }
};

Within within(const Model& a, const Pose& b_in_a, const Model& b, double tolerance, const CollideOptions& options = {});
Within within(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world, double tolerance,
              const CollideOptions& options = {});

// The question itself, for any walk.
struct WithinQuery {
  using Measure = Nearness;
  PlacedPair pair;
  double tolerance;
  Within answer{};

  double reach() const { return tolerance; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32 i, const Triangle& s, u32 j, const Triangle& t) {
    // Compared as distances, as distance() reports them: its square may round to the other side.
    const double squared = distance(s, t).squared;
    const bool vanishing = squared < kLeastSquare && tolerance > 0;
    if (!vanishing && std::sqrt(squared) > tolerance) return Found::nothing;
    answer = {.within = true, .triangle_a = i, .triangle_b = j};
    return Found::enough;
  }
};

}  // namespace apart
