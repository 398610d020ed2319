// Selects a few hull corners for each node, bottom-up, with a bound of what they leave out.
#include <algorithm>
#include <apart/base/sin_cos.hpp>
#include <apart/convex/gjk/gjk.hpp>
#include <apart/hierarchy/node_hulls.hpp>

namespace apart::hierarchy {
namespace {

// Nodes with more vertices than this are simplified, by their support points in this many directions.
constexpr u32 kMostCorners = 64, kDirections = 256;

// Evenly over the sphere, along a spiral.
std::vector<Vec3f> spread_directions() {
  std::vector<Vec3f> out;
  for (u32 i = 0; i < kDirections; ++i) {
    const double z = 1 - (2.0 * i + 1) / kDirections, r = std::sqrt(1 - z * z);
    const SinCos angle = sin_cos(i * (3 - std::sqrt(5.0)) / 2);
    out.push_back(cast<float>(Vec3d{r * angle.cos, r * angle.sin, z}));
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
    out_.places.assign(nodes + 1, {0, 0});
    for (u32 node = nodes; node-- > 0;)  // children come after their parents
      if (!tree_.ref(node).is_leaf()) make(node);
    for (u32 node = 0; node < nodes; ++node) {
      out_.places[node].first = static_cast<u32>(out_.points.size());
      write(corners_[node], tree_.frame.centre, out_.points);
    }
    out_.places[nodes].first = static_cast<u32>(out_.points.size());
    return std::move(out_);
  }

 private:
  void make(u32 node) {
    std::vector<u32>& corners = corners_[node];
    for_each_child(tree_.nodes, tree_.ref(node), [&](u32 child) {
      for_each_corner(child, [&](u32 corner) { corners.push_back(corner); });
      slack(node) = larger(slack(node), slack(child));
    });
    keep_distinct(corners);
    if (corners.size() > kMostCorners) thin_out(node, corners);
  }

  template <class F>
  void for_each_corner(u32 node, F f) const {
    for (u32 corner : corners_[node]) f(corner);
    const Ref ref = tree_.ref(node);
    if (!ref.is_leaf()) return;
    for_each_primitive(tree_.items(), ref, [&](u32 i) {
      for (u32 corner : mesh_.faces()[i]) f(corner);
      return true;
    });
  }

  // Greedy: repeatedly adds the support vertex in the direction in which the selected ones fall shortest.
  void thin_out(u32 node, std::vector<u32>& corners) {
    // Scaled as the node's box is, so that flat contents are sampled from all sides; hulls are invariant under scaling.
    const Obb<float>& box = tree_.volume(node);
    const Vec3f thinnest = 0.02f * largest(box.half) * Vec3f{1, 1, 1}, scale = larger(box.half, thinnest);
    eights_.clear();
    const Vec3d origin = vertices_[corners[0]];
    write(corners, origin, eights_);
    for (u32 i = 0; i < kDirections; ++i) {
      const Vec3f d = directions_[i], in_box{d.x / scale.x, d.y / scale.y, d.z / scale.z};
      const Vec3f along = transposed_times(box.axes, in_box / length(in_box));
      farthest_[i] = farthest_of(eights_, along);
      along_.set(i, along);
      short_by_[i] = std::numeric_limits<float>::infinity();
      reach_[i] = dot(along, point(farthest_[i]));
    }
    std::vector<u32> kept;
    for (u32 next = 0; kept.size() < kMostCorners && short_by_[next] > 0;) {
      kept.push_back(corners[farthest_[next]]);
      const Vec3f p = point(farthest_[next]);
      for (u32 i = 0; i < kDirections; ++i)
        short_by_[i] = lesser(short_by_[i], reach_[i] - (along_.x[i] * p.x + along_.y[i] * p.y + along_.z[i] * p.z));
      next = static_cast<u32>(std::max_element(short_by_, short_by_ + kDirections) - short_by_);
    }
    keep_distinct(kept);
    points_.clear(), kept_.clear();
    for (u32 corner : kept) points_.push_back(vertices_[corner] - origin);
    append_eights<double>(points_, kept_);
    const auto hull = [&](Vec3d d) { return points_[farthest_of(kept_, d)]; };
    double out = 0;
    for_each_child(tree_.nodes, tree_.ref(node), [&](u32 child) {
      const double of_child = double(slack(child));
      double farthest = 0;
      for_each_corner(child, [&](u32 corner) {
        if (std::binary_search(kept.begin(), kept.end(), corner)) return;
        const auto one = [&](Vec3d) { return vertices_[corner] - origin; };
        const double enough = larger(farthest, out - of_child);
        farthest = larger(farthest, gjk(hull, one, {}, {.enough = enough, .tolerance = 1e-2}).distance);
      });
      out = larger(out, of_child + farthest);
    });
    // At most a rounding error above GJK's result.
    slack(node) = round_above<float>(out * (1 + 1e-6));
    corners = std::move(kept);
  }

  float& slack(u32 node) { return out_.places[node].slack; }
  Vec3f point(u32 k) const { return eights_[k / 8].point(k % 8); }

  void write(const std::vector<u32>& corners, Vec3d origin, std::vector<EightPoints<float>>& to) {
    relative_.clear();
    for (u32 corner : corners) relative_.push_back(cast<float>(vertices_[corner] - origin));
    if (!relative_.empty()) append_eights<float>(relative_, to);
  }

  const ModelTree& tree_;
  const Mesh& mesh_;
  std::span<const Vec3d> vertices_;
  const std::vector<Vec3f> directions_ = spread_directions();
  std::vector<std::vector<u32>> corners_;  // of inner nodes
  std::vector<Vec3d> points_;              // the selected ones
  std::vector<EightPoints<double>> kept_;
  std::vector<Vec3f> relative_;
  // Of the node being simplified: its vertices, and for each direction its support vertex, the support value, and by
  // how much the selected ones fall short of it.
  std::vector<EightPoints<float>> eights_;
  struct {
    float x[kDirections], y[kDirections], z[kDirections];
    void set(u32 i, Vec3f v) { x[i] = v.x, y[i] = v.y, z[i] = v.z; }
  } along_;
  u32 farthest_[kDirections];
  float reach_[kDirections], short_by_[kDirections];
  NodeHulls out_;
};

}  // namespace

NodeHulls node_hulls(const ModelTree& tree, const Mesh& mesh) { return HullMaker(tree, mesh).all(); }

}  // namespace apart::hierarchy
