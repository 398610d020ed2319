// Converts a merge tree to a topology of bounded depth.
#include <apart/base/assert.hpp>
#include <apart/hierarchy/builders/merge_tree.hpp>
#include <apart/hierarchy/split/depth.hpp>

namespace apart::hierarchy {

Topology topology(const MergeTree& tree, u32 leaf_size) {
  const u32 n = tree.primitives;
  APART_ASSERT(leaf_size >= 1, "a leaf holds at least one primitive");
  APART_ASSERT(n <= Ref::kMost / 2, "more primitives than a tree can index");
  Topology out;
  if (n == 0) return out;
  APART_ASSERT(tree.merges.size() == n - 1, "a tree of n primitives has n - 1 merges");
  // The range of the order that each node holds: counted bottom-up, assigned top-down.
  std::vector<u32> begin(n + tree.merges.size()), count(n + tree.merges.size(), 1);
  for (std::size_t k = 0; k < tree.merges.size(); ++k)
    count[n + k] = count[tree.merges[k][0]] + count[tree.merges[k][1]];
  for (std::size_t k = tree.merges.size(); k-- > 0;) {
    const auto [first, second] = tree.merges[k];
    begin[first] = begin[n + k];
    begin[second] = begin[n + k] + count[first];
  }
  out.order.resize(n);
  for (u32 i = 0; i < n; ++i) out.order[begin[i]] = Item(i, false);

  const u32 limit = depth_limit(n), none = static_cast<u32>(begin.size());
  struct Job {
    u32 node, merged, begin, end, depth;  // merged: the node of the merge tree, or none below a split in halves
  };
  out.nodes.reserve(2 * std::size_t(n));
  out.nodes.push_back(Ref::inner(0, true));
  std::vector<Job> jobs{{0, none - 1, 0, n, 0}};
  while (!jobs.empty()) {
    const Job job = jobs.back();
    jobs.pop_back();
    const u32 size = job.end - job.begin;
    if (size <= leaf_size) {
      out.nodes[job.node] = Ref::leaf(job.begin, out.nodes[job.node].is_last());
      out.order[job.end - 1] = Item(out.order[job.end - 1].primitive(), true);
      continue;
    }
    u32 first = none, second = none, middle = job.begin + size / 2;
    if (job.merged != none && free_to_cut(size, job.depth, limit)) {
      first = tree.merges[job.merged - n][0], second = tree.merges[job.merged - n][1];
      middle = begin[second];
    }
    const u32 child = static_cast<u32>(out.nodes.size());
    out.nodes.push_back(Ref::inner(0, false));
    out.nodes.push_back(Ref::inner(0, true));
    out.nodes[job.node] = Ref::inner(child, out.nodes[job.node].is_last());
    jobs.push_back({child + 1, second, middle, job.end, job.depth + 1});
    jobs.push_back({child, first, job.begin, middle, job.depth + 1});
  }
  return out;
}

Result<Topology> finished(const MergeTree& tree, u32 leaf_size, Progress& progress) {
  if (progress.stopped()) return stopped_by_watch();
  if (tree.primitives == 0) return Topology{};
  Topology out = topology(tree, leaf_size);
  progress.add(1);
  return progress.outcome(std::move(out));
}

}  // namespace apart::hierarchy
