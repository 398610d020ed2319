// A binary tree that grew in any order, and its topology. Builders that merge or insert make these.
#pragma once
#include <apart/base/progress.hpp>
#include <apart/hierarchy/topology.hpp>
#include <array>

namespace apart::hierarchy {

// 0 … primitives − 1 are the primitives, primitives + k is the k-th merge; the last merge is the root.
struct MergeTree {
  u32 primitives = 0;
  std::vector<std::array<u32, 2>> merges;
};

// What holds at most leaf_size primitives becomes a leaf. No deeper than depth_limit(): what would be is cut in halves,
// in the order in which the tree holds its primitives.
Topology topology(const MergeTree& tree, u32 leaf_size);

// The same at the end of a build that is watched, as the last of its steps.
Result<Topology> finished(const MergeTree& tree, u32 leaf_size, Progress& progress);

}  // namespace apart::hierarchy
