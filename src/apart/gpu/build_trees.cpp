#include <algorithm>
#include <apart/base/rounding.hpp>
#include <apart/base/sin_cos.hpp>
#include <apart/gpu/build_trees.hpp>
#include <apart/gpu/pose_record.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/triangles/exact/orient.hpp>

namespace apart::gpu {
namespace {

double half_area(Vec3d s) { return s.x * s.y + s.y * s.z + s.z * s.x; }

Vec3d extents(std::span<const Vec3d> points, const Mat3d& axes) {
  Vec3d low = axes * points[0], high = low;
  for (Vec3d p : points) {
    const Vec3d along = axes * p;
    low = lesser(low, along), high = larger(high, along);
  }
  return high - low;
}

// Turned about one of its axes.
Mat3d turned(const Mat3d& axes, int about, double turns) {
  const SinCos by = sin_cos(turns);
  const int i = (about + 1) % 3, j = (about + 2) % 3;
  Mat3d out = axes;
  out.rows[i] = by.cos * axes.rows[i] + by.sin * axes.rows[j];
  out.rows[j] = -by.sin * axes.rows[i] + by.cos * axes.rows[j];
  return out;
}

// Of many points, those that are farthest in some direction: they decide the boxes.
std::vector<Vec3d> outermost(std::span<const Vec3d> points) {
  constexpr std::size_t kFew = 48;
  if (points.size() <= kFew) return {points.begin(), points.end()};
  constexpr int kDirections = 40;
  std::vector<u32> chosen;
  for (int k = 0; k < kDirections; ++k) {  // a spiral over half a sphere
    const double z = 1 - (k + 0.5) / kDirections, r = std::sqrt(1 - z * z);
    const SinCos by = sin_cos(0.38196601125 * k);
    const Vec3d d{r * by.cos, r * by.sin, z};
    u32 low = 0, high = 0;
    double least = dot(d, points[0]), most = least;
    for (u32 i = 1; i < points.size(); ++i) {
      const double along = dot(d, points[i]);
      if (along < least) least = along, low = i;
      if (along > most) most = along, high = i;
    }
    chosen.push_back(low), chosen.push_back(high);
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  std::vector<Vec3d> out;
  out.reserve(chosen.size());
  for (u32 i : chosen) out.push_back(points[i]);
  return out;
}

}  // namespace

Mat3d least_area_axes(std::span<const Vec3d> points, const Mat3d& start) {
  if (points.empty()) return start;
  const std::vector<Vec3d> some = outermost(points);
  Mat3d best = start;
  double least = half_area(extents(some, best));
  // About each axis in turn, in ever smaller steps.
  constexpr int kSteps = 12;
  double range = 0.25;  // of a turn, after which a box is itself again
  for (int round = 0; round < 4; ++round) {
    for (int about = 0; about < 3; ++about) {
      const Mat3d from = best;
      for (int k = 1; k < kSteps; ++k) {
        const double by = round == 0 ? range * k / kSteps : range * (2 * k - kSteps) / kSteps;
        if (by == 0) continue;
        const Mat3d axes = turned(from, about, by);
        if (const double area = half_area(extents(some, axes)); area < least * (1 - 1e-9)) least = area, best = axes;
      }
    }
    range /= round == 0 ? 6 : 4;
  }
  return best;
}

namespace {

// One model's tree, put behind those before it.
class TreeWriter {
 public:
  TreeWriter(HostTrees& out, const Model& model, double scale, const Workers& workers)
      : out_(out), mesh_(model.mesh()), frame_(model.tree().frame), scale_(scale) {
    topology_ = widen(build(mesh_, TopDown<>{.leaf_size = 2, .threads = workers.threads()}), mesh_, kWide);
    ranges_ = item_ranges(topology_.nodes, topology_.order);
    first_triangle_ = static_cast<u32>(out.exact.size());
    boxes_.resize(topology_.nodes.size());
    for (const Item item : topology_.order) content_.push_back(mesh_.triangle(item.primitive()));
    fit(workers);
    triangles();
    const u32 holder = new_group();
    put(holder * kWide, 0, below(0, 1));
    root_.node = holder * kWide;
    root_.group =
        topology_.nodes[0].is_leaf() ? holder : Below(bits_of(out_.nodes[std::size_t(holder) * 16 + 12].w)).index();
    root_.frame = frame_;
  }
  const TreeRoots::Root& root() const { return root_; }

 private:
  Vec3d scaled(Vec3d p) const { return scale_ * (p - frame_.centre); }

  void fit(const Workers& workers) {
    workers.for_ranges(boxes_.size(), 64, [&](std::size_t begin, std::size_t end) {
      std::vector<Vec3d> points;
      std::vector<Triangle> triangles;
      for (std::size_t n = begin; n < end; ++n) {
        points.clear(), triangles.clear();
        for (u32 i = ranges_[n].begin; i < ranges_[n].end; ++i) {
          const Triangle& t = content_[i];
          triangles.push_back({scaled(t.a), scaled(t.b), scaled(t.c)});
          for (int k = 0; k < 3; ++k) points.push_back(triangles.back()[k]);
        }
        const Mat3d axes = least_area_axes(points, principal_axes(std::span<const Triangle>(triangles)));
        Obb<float> box = obb_along<float>(axes, points);
        for (int i = 0; i < 2; ++i)  // the longest first
          for (int k = 0; k < 2; ++k)
            if (box.half[k] < box.half[k + 1])
              std::swap(box.half[k], box.half[k + 1]), std::swap(box.axes.rows[k], box.axes.rows[k + 1]);
        boxes_[n] = box;
      }
    });
  }

  void triangles() {
    for (std::size_t i = 0; i < content_.size(); ++i) {
      const Triangle& t = content_[i];
      out_.exact.push_back(t);
      out_.numbers.push_back(topology_.order[i].primitive());
      const Vec3d area = exact_area_vector(t.a, t.b, t.c);
      // Scaled before its square is taken, which might underflow or overflow.
      const double big = largest(abs(area));
      const Vec3d even = big > 0 && std::isfinite(big) ? area / big : Vec3d{};
      const Vec3d n = big > 0 && std::isfinite(big) ? even / length(even) : Vec3d{};
      for (int k = 0; k < 3; ++k) {
        const Vec3f v = cast<float>(scaled(t[k]));
        out_.near.push_back({v.x, v.y, v.z, rounded<float>(n[k])});
      }
    }
  }

  u32 new_group() {
    const u32 g = static_cast<u32>(out_.nodes.size() / 16);
    out_.nodes.resize(out_.nodes.size() + 16, Float4{0, 0, 0, kNoBox});
    for (u32 k = 0; k < kWide; ++k)
      out_.nodes[std::size_t(g) * 16 + 12 + k] = {0, 0, 0, float_of(Below::leaf(0, 1).bits())};
    return g;
  }

  void put(u32 node, u32 n, Below under) {
    const Obb<float>& box = boxes_[n];
    Float4* p = out_.nodes.data() + std::size_t(node / kWide) * 16 + node % kWide;
    for (int k = 0; k < 3; ++k) {
      const Vec3f axis = box.axes.rows[k];
      p[std::size_t(4 * k)] = {axis.x, axis.y, axis.z, box.half[k]};
    }
    p[12] = {box.centre.x, box.centre.y, box.centre.z, float_of(under.bits())};
  }

  // What is below a node, written before it is referred to. The depth of recursion is that of the tree.
  Below below(u32 n, u32 depth) {
    root_.depth = std::max(root_.depth, depth);
    const Ref ref = topology_.nodes[n];
    if (ref.is_leaf()) return Below::leaf(first_triangle_ + ranges_[n].begin, ranges_[n].size());
    const u32 group = new_group();
    u32 k = 0;
    for_each_child(std::span<const Ref>(topology_.nodes), ref,
                   [&](u32 child) { put(group * kWide + k++, child, below(child, depth + 1)); });
    return Below::group(group);
  }

  HostTrees& out_;
  const Mesh& mesh_;
  Frame frame_;
  double scale_;
  Topology topology_;
  std::vector<ItemRange> ranges_;
  std::vector<Obb<float>> boxes_;
  std::vector<Triangle> content_;
  u32 first_triangle_ = 0;
  TreeRoots::Root root_;
};

}  // namespace

PairRoots TreeRoots::pair(u32 a, u32 b) const {
  const Root &of_a = each[a], &of_b = each[b];
  PairRoots out{of_a.group,        of_b.node,         of_a.node,         0,    of_a.frame.centre,
                of_b.frame.centre, of_a.frame.radius, of_b.frame.radius, scale};
  // An empty one, or two that are tiny beside the largest: the exact code decides.
  if (of_a.node == kInactive || !(scale * (of_a.frame.radius + of_b.frame.radius) >= kSmallestScaled))
    out.node_b = kInactive;
  return out;
}

u32 TreeRoots::deepest() const {
  u32 out = 0;
  for (const Root& root : each) out = std::max(out, root.depth);
  return out;
}

Result<HostTrees> build_trees(std::span<const Model> models, u32 threads) {
  HostTrees out;
  u64 triangles = 0;
  double radius = 0;
  for (const Model& model : models) {
    triangles += model.mesh().size();
    if (!model.mesh().empty()) radius = larger(radius, model.tree().frame.radius);
  }
  if (triangles > Below::kMost) return Error{"models of more than 2^30 triangles in all"};
  if (radius > 0) out.roots.scale = std::ldexp(1.0, -std::ilogb(radius));
  out.nodes.assign(16, Float4{0, 0, 0, kNoBox});  // group 0 has no children
  for (u32 k = 0; k < kWide; ++k) out.nodes[12 + k] = {0, 0, 0, float_of(Below::leaf(0, 1).bits())};
  const Workers workers(threads);
  for (const Model& model : models)
    out.roots.each.push_back(model.mesh().empty() ? TreeRoots::Root{}
                                                  : TreeWriter(out, model, out.roots.scale, workers).root());
  return out;
}

}  // namespace apart::gpu
