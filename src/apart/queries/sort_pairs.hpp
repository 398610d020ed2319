// Touching pairs by triangle of A, then of B.
#pragma once
#include <apart/queries/collisions.hpp>

namespace apart::queries {

// Numbers of two triangles, which are in the order of their pair.
constexpr u64 pair_key(u32 triangle_a, u32 triangle_b) { return u64(triangle_a) << 32 | triangle_b; }

// Of two meshes' triangles, by their keys, which are sorted too.
std::vector<TouchingPair> sorted_pairs(std::vector<u64> keys, const Mesh& a, const Mesh& b);

}  // namespace apart::queries
