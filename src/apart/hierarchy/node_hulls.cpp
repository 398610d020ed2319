#include <algorithm>
#include <apart/convex/gjk.hpp>
#include <apart/hierarchy/node_hulls.hpp>
#include <numbers>

namespace apart {
namespace {

// More than this many vertices are thinned out: those that are farthest along as many directions stay.
constexpr u32 kMostCorners = 64;

// Evenly over the sphere, along a spiral.
std::vector<Vec3d> spread_directions() {
  std::vector<Vec3d> out;
  for (u32 i = 0; i < kMostCorners; ++i) {
    const double z = 1 - (2.0 * i + 1) / kMostCorners, r = std::sqrt(1 - z * z);
    const double angle = i * std::numbers::pi * (3 - std::sqrt(5.0));
    out.push_back({r * std::cos(angle), r * std::sin(angle), z});
  }
  return out;
}

void keep_distinct(std::vector<u32>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

class HullMaker {
 public:
  HullMaker(const ModelTree& tree, const Mesh& mesh) : tree_(tree), mesh_(mesh), vertices_(mesh.vertices()) {}

  NodeHulls all() {
    const u32 nodes = static_cast<u32>(tree_.nodes.size());
    corners_.resize(nodes);
    out_.sticking_out.assign(nodes, 0);
    for (u32 node = nodes; node-- > 0;)  // children come after their parents
      if (!tree_.ref(node).is_leaf()) make(node);
    out_.first.reserve(nodes + 1);
    for (u32 node = 0; node < nodes; ++node) {
      out_.first.push_back(static_cast<u32>(out_.points.size()));
      write(corners_[node]);
    }
    out_.first.push_back(static_cast<u32>(out_.points.size()));
    return std::move(out_);
  }

 private:
  void make(u32 node) {
    std::vector<u32>& corners = corners_[node];
    for_each_child(tree_.nodes, tree_.ref(node), [&](u32 child) {
      const Ref ref = tree_.ref(child);
      if (ref.is_leaf())
        for_each_primitive(tree_.items(), ref, [&](u32 i) {
          const Face& face = mesh_.faces()[i];
          corners.insert(corners.end(), face.begin(), face.end());
          return true;
        });
      else
        corners.insert(corners.end(), corners_[child].begin(), corners_[child].end());
      out_.sticking_out[node] = larger(out_.sticking_out[node], out_.sticking_out[child]);
    });
    keep_distinct(corners);
    if (corners.size() > kMostCorners) thin_out(node, corners);
  }

  void thin_out(u32 node, std::vector<u32>& corners) {
    // Stretched as the node's box is, so that flat contents are seen from all sides; hulls do not mind.
    const Obb<float>& box = tree_.volume(node);
    const Vec3d half = cast<double>(box.half), thinnest = 0.02 * largest(half) * Vec3d{1, 1, 1};
    const Vec3d scale = larger(half, thinnest);
    std::vector<u32> kept;
    for (Vec3d d : directions_) {
      const Vec3d along = transposed_times(cast<double>(box.axes), Vec3d{d.x / scale.x, d.y / scale.y, d.z / scale.z});
      u32 best = corners[0];
      double farthest = 0;
      for (u32 corner : corners)
        if (const double reach = dot(along, vertices_[corner] - vertices_[corners[0]]); reach > farthest)
          farthest = reach, best = corner;
      kept.push_back(best);
    }
    keep_distinct(kept);
    points_.clear();
    for (u32 corner : kept) points_.push_back(vertices_[corner]);
    double out = 0;
    for (u32 corner : corners) {
      if (std::binary_search(kept.begin(), kept.end(), corner)) continue;
      const auto one = [&](Vec3d) { return vertices_[corner]; };
      out = larger(out, gjk(PointsSupport{points_}, one, {}, {.enough = out, .tolerance = 1e-2}).distance);
    }
    // Not above what GJK found by more than rounding.
    out_.sticking_out[node] = round_above<float>((double(out_.sticking_out[node]) + out) * (1 + 1e-6));
    corners = std::move(kept);
  }

  void write(const std::vector<u32>& corners) {
    relative_.clear();
    for (u32 corner : corners) relative_.push_back(cast<float>(vertices_[corner] - tree_.frame.centre));
    if (!relative_.empty()) append_eights<float>(relative_, out_.points);
  }

  const ModelTree& tree_;
  const Mesh& mesh_;
  std::span<const Vec3d> vertices_;
  const std::vector<Vec3d> directions_ = spread_directions();
  std::vector<std::vector<u32>> corners_;  // of inner nodes
  std::vector<Vec3d> points_;
  std::vector<Vec3f> relative_;
  NodeHulls out_;
};

}  // namespace

NodeHulls node_hulls(const ModelTree& tree, const Mesh& mesh) { return HullMaker(tree, mesh).all(); }

}  // namespace apart
