// Turned boxes for a whole tree. The same boxes as Fit<Obb<float>> fits node by node, but for the last digits of their
// axes: moments are merged from the leaves up instead of summed for every node, axes are found for several nodes at
// once, and vertices are projected in lanes, each once a patch where a node is large and once a leaf where it is small.
#include <apart/hierarchy/dress_axes.hpp>
#include <apart/hierarchy/obb_extents.hpp>
#include <apart/hierarchy/patches.hpp>

namespace apart {

namespace {

// What a patch tells those above it.
struct PatchSum {
  Spread spread;
  double reach = 0;
  Points points;
};

// Of the triangles of one leaf, whose corners these are.
Spread leaf_spread(std::span<const u32> corners, std::span<const Vec3d> points) {
  const Vec3d origin = points[corners[0]];  // near the content, so that nothing cancels
  Moments sum;
  for (std::size_t i = 0; i < corners.size(); i += 3)
    sum += moments({points[corners[i]] - origin, points[corners[i + 1]] - origin, points[corners[i + 2]] - origin});
  if (sum.area > 0) return {CentralMoments::of(sum, origin), {}};
  Spread out;
  for (u32 i : corners) out.points.add({1, points[i], 0, 0, 0, 0, 0, 0});
  return out;
}

class PatchDresser {
 public:
  PatchDresser(std::span<const Ref> tree, std::span<const Item> order, const Mesh& mesh, const Frame& frame)
      : tree_(tree), order_(order), mesh_(mesh), frame_(frame) {}

  void dress(u32 root, std::span<Obb<float>> volumes, PatchSum& sum) {
    patch_.make(tree_, order_, mesh_, root);
    place_points(sum.points);
    merge_spreads();
    const std::size_t n = patch_.nodes.size();
    axes_.resize(n);
    principal_axes(spreads_, axes_);
    for (std::size_t k = 0; k < n; ++k) {
      const Patch::Node& node = patch_.nodes[k];
      volumes[node.node] = obb_of(axes_[k], extents(axes_[k], leaf_points_, node.begin, node.end), reach_[k]);
    }
    sum.spread = spreads_[0];
    sum.reach = reach_[0];
  }

 private:
  void place_points(Points& all) {
    placed_.clear(), all.clear(), leaf_points_.clear();
    for (u32 v : patch_.vertices) placed_.push_back(mesh_.vertices()[v] - frame_.centre), all.add(placed_.back());
    while (all.size() < Patch::kLeastPoints) all.add(placed_.back());
    for (u32 i : patch_.leaf_vertices) leaf_points_.add(placed_[i]);
  }

  void merge_spreads() {
    const std::size_t n = patch_.nodes.size();
    spreads_.assign(n, {});
    reach_.assign(n, 0);
    std::span<const u32> corners(patch_.corners);
    std::vector<u32> open;  // subtrees that wait for their parent, the nearest last
    for (std::size_t k = n; k-- > 0;) {
      const Patch::Node& node = patch_.nodes[k];
      if (node.children == 0) {
        u32 count = 0;
        for_each_primitive(order_, tree_[node.node], [&](u32) { return ++count, true; });
        spreads_[k] = leaf_spread(corners.last(3 * std::size_t(count)), placed_);
        corners = corners.first(corners.size() - 3 * std::size_t(count));
        for (u32 i = node.begin; i < node.end; ++i) reach_[k] = larger(reach_[k], largest(abs(leaf_points_[i])));
      } else {
        for (u32 child = 0; child < node.children; ++child) {
          const u32 c = open.back();
          open.pop_back();
          spreads_[k].add(spreads_[c]);
          reach_[k] = larger(reach_[k], reach_[c]);
        }
      }
      open.push_back(static_cast<u32>(k));
    }
  }

  std::span<const Ref> tree_;
  std::span<const Item> order_;
  const Mesh& mesh_;
  const Frame& frame_;
  Patch patch_;
  std::vector<Vec3d> placed_;
  Points leaf_points_;
  std::vector<Spread> spreads_;
  std::vector<double> reach_;
  std::vector<Mat3f> axes_;
};

}  // namespace

void fit_obbs(std::span<const Ref> nodes, std::span<const Item> order, const Mesh& mesh, const Frame& frame,
              const Workers& workers, Obb<float>* to) {
  const std::span<Obb<float>> volumes(to, nodes.size());
  const PatchCut cut(nodes, order);
  std::vector<PatchSum> sums(cut.roots.size());
  workers.for_ranges(cut.roots.size(), 8, [&](std::size_t begin, std::size_t end) {
    PatchDresser dresser(nodes, order, mesh, frame);
    for (std::size_t p = begin; p < end; ++p) dresser.dress(cut.roots[p].node, volumes, sums[p]);
  });
  // Above the patches.
  std::vector<Spread> spreads(cut.above.size());
  std::vector<double> reach(cut.above.size(), 0);
  const auto add = [&](u32 parent, const Spread& s, double r) {
    if (parent != PatchCut::kNone) spreads[parent].add(s), reach[parent] = larger(reach[parent], r);
  };
  for (std::size_t p = 0; p < sums.size(); ++p) add(cut.roots[p].parent, sums[p].spread, sums[p].reach);
  for (std::size_t k = cut.above.size(); k-- > 0;) add(cut.above[k].parent, spreads[k], reach[k]);
  std::vector<Mat3f> axes(cut.above.size());
  principal_axes(spreads, axes);
  extend_above(cut, axes, reach, workers, volumes, [&](std::size_t p) -> const Points& { return sums[p].points; });
}

}  // namespace apart
