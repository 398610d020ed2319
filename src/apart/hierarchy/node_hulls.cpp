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

}  // namespace

// Makes the hulls of a subtree, bottom-up.
class HullMaker {
 public:
  HullMaker(const ModelTree& tree, const Mesh& mesh) : tree_(tree), mesh_(mesh), vertices_(mesh.vertices()) {}

  // A node's hull: its corners, and how far its content is outside of them.
  struct Corners {
    std::vector<u32> vertices{};  // of leaves none
    float slack = 0;
  };
  struct Written {
    u32 node, first, eights;
    float slack;
  };

  // Of the node's descendants, in `written` and `points`, and of the node itself.
  Corners make(u32 node) {
    Corners out;
    const Ref ref = tree_.ref(node);
    if (ref.is_leaf()) return out;
    std::vector<Corners> children;
    for_each_child(tree_.nodes, ref, [&](u32 child) { children.push_back(make(child)); });
    for (u32 k = 0; k < children.size(); ++k) {  // siblings side by side
      write(ref.first() + k, children[k]);
      for_each_corner(ref.first() + k, children[k], [&](u32 corner) { out.vertices.push_back(corner); });
      out.slack = larger(out.slack, children[k].slack);
    }
    keep_distinct(out.vertices);
    if (out.vertices.size() > kMostCorners) thin_out(node, children, out);
    return out;
  }
  void write(u32 node, const Corners& corners) {
    const u32 first = static_cast<u32>(points.size());
    write(corners.vertices, tree_.frame.centre, points);
    written.push_back({node, first, static_cast<u32>(points.size()) - first, corners.slack});
  }

  std::vector<Written> written{};
  std::vector<EightPoints<float>> points{};

 private:
  template <class F>
  void for_each_corner(u32 node, const Corners& corners, F f) const {
    for (u32 corner : corners.vertices) f(corner);
    const Ref ref = tree_.ref(node);
    if (!ref.is_leaf()) return;
    for_each_primitive(tree_.items(), ref, [&](u32 i) {
      for (u32 corner : mesh_.faces()[i]) f(corner);
      return true;
    });
  }

  // Greedy: repeatedly adds the support vertex in the direction in which the selected ones fall shortest.
  void thin_out(u32 node, std::span<const Corners> children, Corners& of_node) {
    std::vector<u32>& corners = of_node.vertices;
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
    for (u32 k = 0; k < children.size(); ++k) {
      const double of_child = double(children[k].slack);
      double farthest = 0;
      for_each_corner(tree_.ref(node).first() + k, children[k], [&](u32 corner) {
        if (std::binary_search(kept.begin(), kept.end(), corner)) return;
        const auto one = [&](Vec3d) { return vertices_[corner] - origin; };
        const double enough = larger(farthest, out - of_child);
        farthest = larger(farthest, gjk(hull, one, {}, {.enough = enough, .tolerance = 1e-2}).distance);
      });
      out = larger(out, of_child + farthest);
    }
    // At most a rounding error above GJK's result.
    of_node.slack = round_above<float>(out * (1 + 1e-6));
    corners = std::move(kept);
  }

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
  std::vector<Vec3d> points_;  // the selected ones
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
};

namespace {

constexpr EightPoints<float> kNone{};  // where a node without a hull points to

}  // namespace

NodeHulls::NodeHulls(const ModelTree& tree, const Mesh& mesh, u32 whole_model, u32 subtree)
    : tree_(tree),
      mesh_(mesh),
      hulls_(static_cast<Hull*>(std::calloc(larger(tree.nodes.size(), std::size_t{1}), sizeof(Hull)))) {
  if (!hulls_) throw std::bad_alloc();
  if (tree.nodes.empty()) return;
  if (mesh.size() <= whole_model)
    subtrees_.push_back(std::make_unique<Subtree>(0, 0));
  else
    find_subtrees(subtree);
}

// The largest subtrees that have no more than `most` primitives.
void NodeHulls::find_subtrees(u32 most) {
  const std::span<const Ref> nodes = tree_.nodes;
  // Of each node: where its primitives begin in the order of all, and how many they are.
  std::vector<u32> first(nodes.size()), count(nodes.size());
  for (u32 node = static_cast<u32>(nodes.size()); node-- > 0;) {  // children come after their parents
    if (nodes[node].is_leaf()) {
      first[node] = nodes[node].first();
      for_each_primitive(tree_.items(), nodes[node], [&](u32) { return ++count[node], true; });
    } else {
      first[node] = ~u32{0};
      for_each_child(nodes, nodes[node], [&](u32 child) {
        first[node] = lesser(first[node], first[child]);
        count[node] += count[child];
      });
    }
  }
  std::vector<u32> open{0};
  while (!open.empty()) {
    const u32 node = open.back();
    open.pop_back();
    if (count[node] <= most || nodes[node].is_leaf()) {
      subtrees_.push_back(std::make_unique<Subtree>(node, first[node]));
    } else {
      publish(node, &kNone, 0, 0);
      for_each_child(nodes, nodes[node], [&](u32 child) { open.push_back(child); });
    }
  }
  std::sort(subtrees_.begin(), subtrees_.end(),
            [](const auto& a, const auto& b) { return a->first_item < b->first_item; });
}

void NodeHulls::make_around(u32 node) const {
  u32 leaf = node;  // any leaf below tells the subtree
  while (!tree_.ref(leaf).is_leaf()) leaf = tree_.ref(leaf).first();
  const auto after = std::upper_bound(subtrees_.begin(), subtrees_.end(), tree_.ref(leaf).first(),
                                      [](u32 item, const auto& subtree) { return item < subtree->first_item; });
  Subtree& subtree = **(after - 1);
  std::call_once(subtree.once, [&] {
    HullMaker maker(tree_, mesh_);
    maker.write(subtree.root, maker.make(subtree.root));
    maker.points.shrink_to_fit();
    subtree.points = std::move(maker.points);
    for (const HullMaker::Written& one : maker.written)
      publish(one.node, one.eights > 0 ? subtree.points.data() + one.first : &kNone, one.eights, one.slack);
  });
}

void NodeHulls::publish(u32 node, const EightPoints<float>* points, u32 eights, float slack) const {
  Hull& hull = hulls_[node];
  hull.eights = eights, hull.slack = slack;
  std::atomic_ref(hull.points).store(points, std::memory_order_release);
}

}  // namespace apart::hierarchy
