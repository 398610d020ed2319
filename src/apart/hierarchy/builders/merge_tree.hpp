// A binary tree from merging or insertion, and its conversion to a topology.
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

// Subtrees of at most leaf_size primitives become leaves. The depth is limited to depth_limit(): deeper subtrees are
// split in halves, in the order in which the tree holds its primitives.
Topology topology(const MergeTree& tree, u32 leaf_size);

// The same at the end of a watched build, as its last step.
Result<Topology> finished(const MergeTree& tree, u32 leaf_size, Progress& progress);

}  // namespace apart::hierarchy
