#include <apart/hierarchy/obb_extents.hpp>
#include <apart/hierarchy/refit.hpp>

namespace apart {

Refit<Obb<float>>::Refit(const Tree<Obb<float>>& tree, const Mesh& mesh) : cut_(tree.nodes, tree.order) {
  patches_.resize(cut_.roots.size());
  points_.resize(cut_.roots.size());
  Patch::Scratch scratch;
  for (std::size_t p = 0; p < patches_.size(); ++p) {
    patches_[p].make(tree.nodes, tree.order, mesh, cut_.roots[p].node, scratch);
    patches_[p].corners = {};
  }
}

void Refit<Obb<float>>::operator()(Tree<Obb<float>>& tree, const Mesh& moved, const DressOptions& options) {
  APART_ASSERT(tree.order.size() == moved.size(), "the tree was built for another mesh");
  const Workers workers(options.threads);
  tree.frame = frame_of(moved);
  std::vector<double> patch_reach(patches_.size());
  workers.for_ranges(patches_.size(), 8, [&](std::size_t begin, std::size_t end) {
    Points of_leaves;
    std::vector<double> reach;
    Patch::Scratch scratch;
    for (std::size_t p = begin; p < end; ++p) {
      const Patch& patch = patches_[p];
      patch.place(moved, tree.frame.centre, points_[p], of_leaves);
      patch.reach(of_leaves, reach, scratch);
      for (std::size_t k = 0; k < patch.nodes.size(); ++k) {
        const Patch::Node& node = patch.nodes[k];
        Obb<float>& box = tree.volumes[node.node];
        box = obb_of(box.axes, extents(box.axes, of_leaves, node.begin, node.end), reach[k]);
      }
      patch_reach[p] = reach[0];
    }
  });
  std::vector<Mat3f> axes(cut_.above.size());
  for (std::size_t k = 0; k < axes.size(); ++k) axes[k] = tree.volumes[cut_.above[k].node].axes;
  extend_above(cut_, axes, patch_reach, workers, tree.volumes,
               [&](std::size_t p) -> const Points& { return points_[p]; });
}

}  // namespace apart
