// Builders: a mesh in, a topology out.
#pragma once
#include <apart/hierarchy/split.hpp>
#include <apart/hierarchy/topology.hpp>
#include <bit>
#include <numeric>

namespace apart {

// From the root down, cutting in two until at most `leaf_size` primitives are left.
template <SplitRule Split = CovarianceMean>
struct TopDown {
  Split split{};
  u32 leaf_size = 1;
};

template <SplitRule Split>
Topology build(const Primitives& primitives, const TopDown<Split>& how) {
  APART_ASSERT(how.leaf_size >= 1, "a leaf holds at least one primitive");
  APART_ASSERT(primitives.size() <= Ref::kMost / 2, "more primitives than a tree can name");
  Topology out;
  const u32 n = primitives.size();
  if (n == 0) return out;
  std::vector<u32> items(n);
  std::iota(items.begin(), items.end(), 0u);
  out.order.resize(n);
  out.nodes.reserve(2 * std::size_t(n));
  out.nodes.push_back(Ref::inner(0, true));
  // Below this depth every cut is in halves, so the depth stays within three times that of a balanced tree.
  const u32 halves_below = 2 * static_cast<u32>(std::bit_width(n));
  struct Job {
    u32 node, begin, end, depth;
  };
  std::vector<Job> jobs{{0, 0, n, 0}};
  while (!jobs.empty()) {
    const Job job = jobs.back();
    jobs.pop_back();
    const u32 count = job.end - job.begin;
    if (count <= how.leaf_size) {
      out.nodes[job.node] = Ref::leaf(job.begin, out.nodes[job.node].is_last());
      for (u32 i = job.begin; i < job.end; ++i) out.order[i] = Item(items[i], i + 1 == job.end);
      continue;
    }
    const std::span<u32> part(items.data() + job.begin, count);
    std::size_t first = job.depth < halves_below ? how.split(part, primitives) : MedianSplit{}(part, primitives);
    if (first == 0 || first >= count) first = MedianSplit{}(part, primitives);
    const u32 middle = job.begin + static_cast<u32>(first);
    const u32 child = static_cast<u32>(out.nodes.size());
    out.nodes.push_back(Ref::inner(0, false));
    out.nodes.push_back(Ref::inner(0, true));
    out.nodes[job.node] = Ref::inner(child, out.nodes[job.node].is_last());
    jobs.push_back({child + 1, middle, job.end, job.depth + 1});
    jobs.push_back({child, job.begin, middle, job.depth + 1});
  }
  return out;
}

template <SplitRule Split>
Topology build(const Mesh& mesh, const TopDown<Split>& how) {
  return build(primitives(mesh, Split::kNeedsMoments), how);
}
inline Topology build(const Mesh& mesh) { return build(mesh, TopDown<>{}); }

}  // namespace apart
