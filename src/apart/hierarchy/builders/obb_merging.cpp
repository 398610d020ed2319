#include <apart/hierarchy/builders/grouping.hpp>
#include <apart/hierarchy/builders/merge_tree.hpp>
#include <apart/hierarchy/builders/obb_merging.hpp>
#include <apart/hierarchy/split/boxes.hpp>
#include <apart/hierarchy/split/morton.hpp>
#include <apart/volumes/obb.hpp>

namespace apart::hierarchy {
namespace {

using Box = volumes::Obb<double>;

struct BoxCluster {
  u32 number;  // in the merge tree
  Box box;
  double hollow = 0;  // no point of the box is farther from the boxes of the primitives
};

// The corner of one box that is farthest from another: no point of the box is farther.
double farthest_corner(const Box& of, const Box& from) {
  double most = 0;
  for (int k = 0; k < 8; ++k) {
    Vec3d corner = of.centre;
    for (int i = 0; i < 3; ++i) corner += (k >> i & 1 ? 1 : -1) * of.half[i] * of.axes.rows[i];
    const Vec3d out = larger(abs(from.axes * (corner - from.centre)) - from.half, Vec3d{});
    most = larger(most, length(out));
  }
  return most;
}

BoxCluster merged(const BoxCluster& a, const BoxCluster& b, bool with_hollow) {
  BoxCluster out{0, volumes::merged(a.box, b.box)};
  if (with_hollow)
    out.hollow = lesser(farthest_corner(out.box, a.box) + a.hollow, farthest_corner(out.box, b.box) + b.hollow);
  return out;
}

}  // namespace

Topology build(const Mesh& mesh, const ObbMerging& how) {
  const u32 n = mesh.size();
  if (n == 0) return {};
  const bool hausdorff = how.least == ObbMerging::Least::hausdorff;
  const std::vector<Triangle> triangles = unit_triangles(mesh);
  const std::vector<Bounds> boxes = boxes_of(mesh);
  const MortonKeys keys = morton_keys(Centres(boxes), Workers::alone());
  std::vector<BoxCluster> line, next;
  for (u32 k = 0; k < n; ++k) {
    const u32 i = keys.primitive(k);
    line.push_back({i, volumes::fit<Box>(std::span<const Triangle>(&triangles[i], 1))});
  }
  MergeTree tree{n, {}};
  std::vector<u32> best;
  while (line.size() > 1) {
    const u32 count = static_cast<u32>(line.size());
    best.assign(count, 0);
    std::vector<double> least(count, Bounds::kInfinity);
    for (u32 i = 0; i < count; ++i)
      for (u32 j = i + 1; j < count && j <= i + how.window; ++j) {
        const BoxCluster both = merged(line[i], line[j], hausdorff);
        const double cost = hausdorff ? both.hollow : double(area(both.box));
        if (cost < least[i]) least[i] = cost, best[i] = j;
        if (cost < least[j]) least[j] = cost, best[j] = i;
      }
    next.clear();
    std::size_t merges = 0;
    for (u32 i = 0; i < count; ++i) {
      const u32 j = best[i];
      if (least[i] == Bounds::kInfinity || best[j] != i) {
        next.push_back(line[i]);
      } else if (i < j) {
        next.push_back(merged(line[i], line[j], hausdorff));
        next.back().number = n + static_cast<u32>(tree.merges.size());
        tree.merges.push_back({line[i].number, line[j].number});
        ++merges;
      }
    }
    if (merges == 0) {  // equal costs in a ring
      next.assign(line.begin(), line.end() - 1);
      BoxCluster& last = next.back();
      const u32 number = last.number;
      last = merged(last, line.back(), hausdorff);
      last.number = n + static_cast<u32>(tree.merges.size());
      tree.merges.push_back({number, line.back().number});
    }
    std::swap(line, next);
  }
  return topology(tree, how.leaf_size);
}

}  // namespace apart::hierarchy
