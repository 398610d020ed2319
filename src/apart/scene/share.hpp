// How the bodies of a check are shared by ranks: pieces of a space-filling curve, about equal in work.
#pragma once
#include <apart/base/bounds.hpp>
#include <span>
#include <vector>

namespace apart::scene {

// The rank of each body, for this many ranks; the same on all of them. A body's weight is its part of the work.
std::vector<u32> ranks_along_curve(std::span<const Bounds> boxes, std::span<const double> weights, u32 ranks);

// What is one rank's of a check.
struct Share {
  std::vector<u32> rank_of;  // of each body
  u32 ranks = 1, mine = 0;

  // Each pair has one rank: of its two bodies', in turn, so that a rank in the middle of others has no more than they.
  u32 rank_of_pair(u32 a, u32 b) const { return (a + b) % 2 == 0 ? rank_of[a] : rank_of[b]; }
  bool has(u32 a, u32 b) const { return rank_of_pair(a, b) == mine; }
  // The boxes of this rank's bodies, and of those of ranks whose boxes are near its own; all others are empty.
  std::vector<Bounds> near(std::span<const Bounds> boxes, std::span<const double> reaches) const;
};

}  // namespace apart::scene
