// The pairs of triangles that are near each other at one pose, and so all that can be in contact at poses close to it:
// while B has moved by less than the list reaches farther than the tolerance, no other pair is within the tolerance.
#pragma once
#include <apart/queries/contacts/of_pairs.hpp>
#include <apart/queries/placed_pair.hpp>

namespace apart::queries {

struct NearPairs {
  struct Pair {
    u32 a, b;
  };
  Pose at{};
  double reach = -1;  // distances up to this are in the list; negative: there is none
  std::vector<Pair> pairs{};

  // Are all pairs within the tolerance in the list?
  bool hold(const Model& a, const Pose& b_in_a, const Model& b, double tolerance) const;
};

// All pairs within `reach`, and how many tests that took.
NearPairs near_pairs(const Model& a, const Pose& b_in_a, const Model& b, double reach, u64& tests);

// A bound of how far any point of B is from where it was, and of what rounding adds to distances there.
double farthest_moved(const Model& a, const Pose& from, const Pose& to, const Model& b);

}  // namespace apart::queries
