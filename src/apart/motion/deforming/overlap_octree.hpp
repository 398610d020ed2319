// Which triangles of two sets touch, without any hierarchy that is kept: for what deforms so freely, or breaks, that
// nothing is worth being updated (Real-Time Rendering, section 25.7).
#pragma once
#include <apart/motion/deforming/deforming_model.hpp>
#include <apart/queries/collisions.hpp>

namespace apart::motion {

struct OctreeFacts {
  u32 in_overlap = 0;  // triangles of both in the region that the boxes around the two share
  u32 cells = 0;       // of the octree that were visited
  u64 tests = 0;       // of pairs of triangles, each pair once at most
};

// Triangles in the common part of the two boxes are put into an octree that is never stored: a list is divided among
// the eight children of a cell for as long as it has triangles of both. All pairs, sorted: those that collisions() of
// models gives.
std::vector<TouchingPair> octree_collisions(std::span<const Triangle> a, std::span<const Triangle> b,
                                            OctreeFacts* facts = nullptr);
std::vector<TouchingPair> octree_collisions(const DeformingModel& a, const DeformingModel& b,
                                            OctreeFacts* facts = nullptr);

}  // namespace apart::motion
