// The top-down builder: a topology from a mesh.
#pragma once
#include <apart/base/progress.hpp>
#include <apart/hierarchy/split/split.hpp>
#include <apart/hierarchy/topology.hpp>
#include <functional>

namespace apart::hierarchy {

// Splits from the root down until at most `leaf_size` primitives are left. The depth stays within three times that of a
// balanced tree for any input; the tree is the same for any number of threads.
template <SplitRule Rule = AreaHeuristic>
struct TopDown {
  Rule split{};
  u32 leaf_size = 1;  // 1 … 128
  u32 threads = 1;    // 0: all hardware threads
};

// A type-erased split rule, to choose one at run time.
using AnySplit = std::function<Cut(const Subset&)>;

// An error if the watch stopped the build.
Result<Topology> build(const Mesh& mesh, const TopDown<AnySplit>& how, const BuildWatch& watch);

template <SplitRule Rule>
Result<Topology> build(const Mesh& mesh, const TopDown<Rule>& how, const BuildWatch& watch) {
  return build(mesh, TopDown<AnySplit>{std::cref(how.split), how.leaf_size, how.threads}, watch);
}
template <SplitRule Rule>
Topology build(const Mesh& mesh, const TopDown<Rule>& how) {
  return *build(mesh, how, BuildWatch{});
}
inline Topology build(const Mesh& mesh) { return build(mesh, TopDown<>{}); }

}  // namespace apart::hierarchy
