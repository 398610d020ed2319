// Fits oriented boxes to a whole tree. The same boxes as Fit<Obb<float>> fits node by node, up to the last digits of
// their axes: moments are merged bottom-up instead of summed for every node, axes are computed for several nodes at
// once, and vertices are projected in SIMD lanes, each once per patch for large nodes and once per leaf for small ones.
#include <apart/hierarchy/fit/fit_axes.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/fit/obb_extents.hpp>
#include <apart/hierarchy/fit/patches.hpp>

namespace apart::hierarchy {

namespace {

// Of vertices, for triangles without area.
CentralMoments spread_of_corners(std::span<const Item> items, const Mesh& mesh, Vec3d centre) {
  CentralMoments out;
  for (const Item item : items)
    for (u32 v : mesh.faces()[item.primitive()]) out.add({1, mesh.vertices()[v] - centre, 0, 0, 0, 0, 0, 0});
  return out;
}

class PatchFitter {
 public:
  PatchFitter(std::span<const Ref> tree, std::span<const Item> order, const Mesh& mesh, const Frame& frame)
      : tree_(tree), order_(order), mesh_(mesh), frame_(frame) {}

  // Stores what the nodes above the patch need.
  void fit(u32 root, std::span<Obb<float>> volumes, Points& points, NodeSpread& spread, double& reach) {
    patch_.make(tree_, order_, mesh_, root, scratch_);
    points.place(mesh_.vertices(), patch_.leaf_vertices, frame_.centre);
    patch_.reach(points, reach_, scratch_);
    merge_spreads();
    axes_.resize(patch_.nodes.size());
    principal_axes(spreads_, axes_);
    for (std::size_t k = 0; k < patch_.nodes.size(); ++k) {
      const Patch::Node& node = patch_.nodes[k];
      put_box(axes_[k], points, node.begin, node.end, reach_[k], volumes[node.node]);
    }
    spread = spreads_[0];
    reach = reach_[0];
  }

 private:
  // Of every triangle, eight at once.
  void spread_triangles(std::span<const Item> items) {
    const FitLanes& lanes = fit_lanes();
    eights_.resize((items.size() + 7) / 8);
    triangle_spreads_.resize(8 * eights_.size());
    for (std::size_t t = 0; t < 8 * eights_.size(); ++t) {
      const Face& face = mesh_.faces()[items[t < items.size() ? t : items.size() - 1].primitive()];
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3d p = mesh_.vertices()[face[k]] - frame_.centre;
        double(&to)[3][8] = eights_[t / 8].corner[k];
        to[0][t % 8] = p.x, to[1][t % 8] = p.y, to[2][t % 8] = p.z;
      }
    }
    EightSpreads found;
    for (std::size_t eight = 0; eight < eights_.size(); ++eight) {
      lanes.spreads(eights_[eight], found);
      const auto& c = found.covariance;
      for (std::size_t i = 0; i < 8; ++i)
        triangle_spreads_[8 * eight + i] = {found.area[i], {found.mean[0][i], found.mean[1][i], found.mean[2][i]},
                                            c[0][i],       c[1][i],
                                            c[2][i],       c[3][i],
                                            c[4][i],       c[5][i]};
    }
  }

  void merge_spreads() {
    u32 triangles = 0, first = PatchCut::kNone;
    for (const Patch::Node& node : patch_.nodes)
      if (node.children == 0) triangles += node.triangles, first = lesser(first, tree_[node.node].first());
    const std::span<const Item> items = order_.subspan(first, triangles);
    spread_triangles(items);
    spreads_.resize(patch_.nodes.size());
    std::vector<u32>& open = scratch_.open;  // subtrees without a parent yet, the nearest last
    open.clear();
    for (u32 k = static_cast<u32>(patch_.nodes.size()); k-- > 0;) {
      const Patch::Node& node = patch_.nodes[k];
      NodeSpread& spread = spreads_[k];
      if (node.children == 0) {
        const u32 from = tree_[node.node].first() - first;
        const CentralMoments* of_triangles = &triangle_spreads_[from];
        spread.area =
            CentralMoments::of_all(node.triangles, [&](u32 i) -> const CentralMoments& { return of_triangles[i]; });
        spread.points = {};
        if (!(spread.area.area > 0))
          spread.points = spread_of_corners(items.subspan(from, node.triangles), mesh_, frame_.centre);
      } else {
        const auto child = [&](u32 i) -> const NodeSpread& { return spreads_[open[open.size() - 1 - i]]; };
        spread.area =
            CentralMoments::of_all(node.children, [&](u32 i) -> const CentralMoments& { return child(i).area; });
        spread.points =
            CentralMoments::of_all(node.children, [&](u32 i) -> const CentralMoments& { return child(i).points; });
        open.resize(open.size() - node.children);
      }
      open.push_back(k);
    }
  }

  std::span<const Ref> tree_;
  std::span<const Item> order_;
  const Mesh& mesh_;
  const Frame& frame_;
  Patch patch_;
  Patch::Scratch scratch_;
  UnsetVector<EightTriangles> eights_;
  UnsetVector<CentralMoments> triangle_spreads_;
  std::vector<NodeSpread> spreads_;
  std::vector<double> reach_;
  std::vector<Mat3f> axes_;
};

}  // namespace

bool fit_obbs(std::span<const Ref> nodes, std::span<const Item> order, const Mesh& mesh, const Frame& frame,
              const Workers& workers, const BuildWatch& watch, Obb<float>* to) {
  const std::span<Obb<float>> volumes(to, nodes.size());
  const PatchCut cut(nodes, order, Patch::kSize);
  const std::size_t patches = cut.roots.size();
  Progress progress(watch, cut.above.empty() ? patches : 2 * patches);
  std::vector<Points> points(patches);
  std::vector<NodeSpread> patch_spread(patches);
  std::vector<double> patch_reach(patches);
  workers.for_ranges(patches, 8, [&](std::size_t begin, std::size_t end) {
    PatchFitter fitter(nodes, order, mesh, frame);
    for (std::size_t p = begin; p < end && !progress.stopped(); ++p) {
      fitter.fit(cut.roots[p].node, volumes, points[p], patch_spread[p], patch_reach[p]);
      progress.add(1);
    }
  });
  if (progress.stopped()) return false;
  std::vector<NodeSpread> spreads(cut.above.size());
  const auto add = [&](u32 parent, const NodeSpread& s) {
    if (parent != PatchCut::kNone) spreads[parent].add(s);
  };
  for (std::size_t p = 0; p < patches; ++p) add(cut.roots[p].parent, patch_spread[p]);
  for (std::size_t k = cut.above.size(); k-- > 0;) add(cut.above[k].parent, spreads[k]);
  std::vector<Mat3f> axes(cut.above.size());
  principal_axes(spreads, axes);
  extend_above(cut, axes, patch_reach, workers, volumes, [&](std::size_t p) -> const Points& {
    progress.add(1);
    return points[p];
  });
  return !progress.stopped();
}

}  // namespace apart::hierarchy
