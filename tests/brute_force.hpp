// The brute-force reference of every pair query: all pairs of triangles, no trees.
#pragma once
#include <apart/queries/placed_pair.hpp>
#include <apart/triangles/distance.hpp>
#include <apart/triangles/overlap.hpp>
#include <limits>
#include <utility>
#include <vector>

namespace apart::testing {

inline std::vector<std::pair<u32, u32>> touching_pairs(const Mesh& a, const Pose& b_in_a, const Mesh& b) {
  const PlacedPair pair{a, b_in_a, b};
  std::vector<std::pair<u32, u32>> out;
  for (u32 i = 0; i < a.size(); ++i)
    for (u32 j = 0; j < b.size(); ++j)
      if (overlap(pair.of_a(i), pair.of_b(j))) out.emplace_back(i, j);
  return out;
}

inline double smallest_distance(const Mesh& a, const Pose& b_in_a, const Mesh& b) {
  const PlacedPair pair{a, b_in_a, b};
  double best = std::numeric_limits<double>::infinity();
  for (u32 i = 0; i < a.size(); ++i)
    for (u32 j = 0; j < b.size(); ++j) best = std::min(best, distance(pair.of_a(i), pair.of_b(j)).squared);
  return std::sqrt(best);
}

}  // namespace apart::testing
