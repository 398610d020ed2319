// Rounds of mutual nearest-neighbour merges in a window along the Morton curve.
#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/hierarchy/builders/agglomerate.hpp>
#include <apart/hierarchy/builders/merge_tree.hpp>
#include <apart/hierarchy/split/boxes.hpp>
#include <apart/hierarchy/split/morton.hpp>

namespace apart::hierarchy {
namespace {

struct OnCurve {
  Bounds box;
  u32 node;
};

// A strict order of pairs, symmetric in both clusters, so that the least pair is always mutual. Boxes of no area are
// compared by their sides; ties pair up in twos, so that copies of one triangle form a balanced tree.
struct CurvePair {
  double area, sides;
  u32 first, second;

  CurvePair(std::span<const OnCurve> clusters, u32 i, u32 j) : first(std::min(i, j)), second(std::max(i, j)) {
    const Bounds &a = clusters[i].box, &b = clusters[j].box;
    const Vec3d s = larger(a.high, b.high) - lesser(a.low, b.low);
    area = s.x * (s.y + s.z) + s.y * s.z;
    sides = s.x + s.y + s.z;
  }
  friend bool operator<(const CurvePair& p, const CurvePair& q) {
    if (p.area != q.area) return p.area < q.area;
    if (p.sides != q.sides) return p.sides < q.sides;
    const u32 between_p = p.second - p.first, between_q = q.second - q.first;
    if (between_p != between_q) return between_p < between_q;
    return p.first % 2 != q.first % 2 ? p.first % 2 == 0 : p.first < q.first;
  }
};

u32 nearest_on_curve(std::span<const OnCurve> clusters, u32 i, u32 radius) {
  const u32 begin = i - std::min(i, radius), end = std::min(static_cast<u32>(clusters.size()), i + radius + 1);
  u32 best = i == begin ? i + 1 : i - 1;
  CurvePair least(clusters, i, best);
  for (u32 j = begin; j < end; ++j) {
    if (j == i || j == best) continue;
    if (const CurvePair pair(clusters, i, j); pair < least) least = pair, best = j;
  }
  return best;
}

}  // namespace

Result<Topology> build(std::span<const Bounds> boxes, const Agglomerate& how, const BuildWatch& watch) {
  APART_ASSERT(how.radius >= 1, "a cluster needs a neighbour");
  const Workers workers(how.threads);
  const u32 n = static_cast<u32>(boxes.size());
  Progress progress(watch, n);  // in merges, and one for the rest
  const std::vector<Bounds> unit = unit_boxes(boxes);
  const MortonKeys sorted = morton_keys(Centres(unit), workers);
  MergeTree tree{n, {}};
  tree.merges.reserve(n);
  std::vector<OnCurve> clusters(n);
  for (u32 i = 0; i < n; ++i) clusters[i] = {unit[sorted.primitive(i)], sorted.primitive(i)};
  std::vector<u32> partner(n);
  while (clusters.size() > 1 && !progress.stopped()) {
    const u32 count = static_cast<u32>(clusters.size());
    workers.for_ranges(count, 1024, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        partner[i] = nearest_on_curve(clusters, static_cast<u32>(i), how.radius);
    });
    // If few pairs are mutual, rounds would be many: then neighbours are paired instead. The last few clusters, the top
    // of the tree, are always merged carefully.
    u32 mutual = 0;
    for (u32 i = 0; i < count; ++i) mutual += partner[i] > i && partner[partner[i]] == i;
    if (count > 1000 && mutual < count / 16)
      for (u32 i = 0; i < count; ++i) partner[i] = std::min(i ^ 1u, count - 1);
    u32 kept = 0;
    for (u32 i = 0; i < count; ++i) {
      const u32 j = partner[i];
      if (j != i && partner[j] == i) {
        if (j < i) continue;  // merged already
        tree.merges.push_back({clusters[i].node, clusters[j].node});
        Bounds box = clusters[i].box;
        box.add(clusters[j].box);
        clusters[kept++] = {box, n + static_cast<u32>(tree.merges.size()) - 1};
      } else {
        clusters[kept++] = clusters[i];
      }
    }
    progress.add(count - kept);
    clusters.resize(kept);
  }
  return finished(tree, how.leaf_size, progress);
}

Result<Topology> build(const Mesh& mesh, const Agglomerate& how, const BuildWatch& watch) {
  return build(boxes_of(mesh), how, watch);
}
Topology build(std::span<const Bounds> boxes, const Agglomerate& how) { return *build(boxes, how, {}); }
Topology build(const Mesh& mesh, const Agglomerate& how) { return *build(mesh, how, {}); }

}  // namespace apart::hierarchy
