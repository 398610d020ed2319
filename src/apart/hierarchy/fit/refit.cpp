// Refits oriented boxes in floats with a derived error bound: small subtrees from vertices, the rest from boxes.
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/fit/obb_extents.hpp>
#include <apart/hierarchy/fit/refit.hpp>

namespace apart::hierarchy {

namespace {

using Lanes = Pack<float, 4>;
static_assert(Lanes::Layout::registers == 1);

// Transposes: lane j of m[i] and lane i of m[j] are exchanged.
APART_INLINE void transpose(Lanes (&m)[4]) {
  const auto a = m[0].r[0], b = m[1].r[0], c = m[2].r[0], d = m[3].r[0];
  const auto ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const auto ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7), cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  m[0].r[0] = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
  m[1].r[0] = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  m[2].r[0] = __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5);
  m[3].r[0] = __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7);
}

// The extents of a node's content along its axes.
struct Measured {
  u32 node;
  float origin[3];        // near the content, so that floats lose little: all is relative to this
  float reach;            // an upper bound of the distance of all points and centres from there
  Vec3<Lanes> low, high;  // partial results per lane
};

// The boxes of measured nodes, four at a time, with a margin for all rounding errors. In units of 2⁻²⁴ along each axis,
// w being the sum of the content's three widths, r the reach and s the shift from origin to centre: a difference of
// points or centres and its product with an axis, 4r; that of two boxes' axes times half sizes, 3w/2, their sum, 3w/2,
// and that axes are orthonormal only to their rounding, 3w/2; both together, r + w; the shift, 4s; the half size here
// and its sum with the margin, 2w: in all 5r + 15w/2 + 4s, and second-order terms are far less than one more of each.
// For denormal floats a unit is less than the last term.
void close(std::span<const Measured> nodes, std::span<Obb<float>> volumes) {
  static_assert(sizeof(Obb<float>) == 15 * sizeof(float));  // axes, centre, half
  for (std::size_t begin = 0; begin < nodes.size(); begin += 4) {
    const Measured* node[4];
    float* box[4];
    for (std::size_t k = 0; k < 4; ++k) {
      node[k] = &nodes[begin + k < nodes.size() ? begin + k : nodes.size() - 1];
      box[k] = &volumes[node[k]->node].axes.rows[0].x;
    }
    const auto gather = [](Lanes(&four)[4], auto at) {
      for (int k = 0; k < 4; ++k) four[k] = at(k);
      transpose(four);
    };
    Vec3<Lanes> low, high;
    for (int i = 0; i < 3; ++i) {
      Lanes four[4];
      gather(four, [&](int k) { return node[k]->low[i]; });
      low[i] = lesser(lesser(four[0], four[1]), lesser(four[2], four[3]));
      gather(four, [&](int k) { return node[k]->high[i]; });
      high[i] = larger(larger(four[0], four[1]), larger(four[2], four[3]));
    }
    Lanes from[4], m[3][4];
    gather(from, [&](int k) { return Lanes::load(node[k]->origin); });
    for (std::size_t i = 0; i < 3; ++i) gather(m[i], [&](int k) { return Lanes::load(box[k] + 4 * i); });
    const Mat3<Lanes> axes{{{m[0][0], m[0][1], m[0][2]}, {m[0][3], m[1][0], m[1][1]}, {m[1][2], m[1][3], m[2][0]}}};
    const Vec3<Lanes> origin{from[0], from[1], from[2]};
    const Lanes half(0.5f);
    const Vec3<Lanes> centre = origin + transposed_times(axes, half * (low + high));
    const Vec3<Lanes> shift = axes * (centre - origin), width = high - low, far = abs(shift);
    const auto units = [](float count) { return Lanes(count * kUnit<float>); };
    const Lanes error = units(6) * from[3] + units(9) * (width.x + width.y + width.z) +
                        units(5) * (far.x + far.y + far.z) + Lanes(std::numeric_limits<float>::min());
    const Vec3<Lanes> out = larger(high - shift, shift - low) + Vec3<Lanes>{error, error, error};
    Lanes first[4] = {centre.x, centre.y, centre.z, out.x}, last[4] = {centre.z, out.x, out.y, out.z};
    transpose(first), transpose(last);
    for (int k = 0; k < 4; ++k) first[k].store(box[k] + 9), last[k].store(box[k] + 11);
  }
}

// A subtree's vertices along the axes of its boxes, relative to the first.
class PartPoints {
 public:
  void place(std::span<const u32> corners, std::span<const Vec3d> vertices, Vec3d centre) {
    if (x_.size() < corners.size()) x_.resize(corners.size()), y_.resize(corners.size()), z_.resize(corners.size());
    origin_ = cast<float>(vertices[corners[0]] - centre);
    const Vec3d origin = cast<double>(origin_);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec3d p = vertices[corners[i]] - centre - origin;
      x_[i] = rounded<float>(p.x), y_[i] = rounded<float>(p.y), z_[i] = rounded<float>(p.z);
    }
  }

  // Some of them, at least Patch::kLeastPoints.
  APART_INLINE void measure(const Mat3f& m, std::size_t begin, std::size_t end, Measured& out) const {
    constexpr int W = 4;
    static_assert(W <= int(Patch::kLeastPoints));
    const auto number = [&](int i, int j) { return Lanes(m(i, j)); };
    const Mat3<Lanes> rotation{{{number(0, 0), number(0, 1), number(0, 2)},
                                {number(1, 0), number(1, 1), number(1, 2)},
                                {number(2, 0), number(2, 1), number(2, 2)}}};
    const auto along = [&](std::size_t i) {
      return rotation * Vec3<Lanes>{Lanes::load(&x_[i]), Lanes::load(&y_[i]), Lanes::load(&z_[i])};
    };
    Vec3<Lanes> low = along(end - W), high = low;  // the last few as a full pack; some may be processed twice
    for (std::size_t i = begin; i + W < end; i += W) {
      const Vec3<Lanes> a = along(i);
      low = lesser(low, a), high = larger(high, a);
    }
    for (int i = 0; i < 3; ++i) out.origin[i] = origin_[i];
    out.low = low, out.high = high;
  }

 private:
  std::vector<float> x_, y_, z_;
  Vec3f origin_;
};

// No measured point, along any orthonormal axes, is farther from the origin.
float reach_of(const Measured& all) {
  const Vec3<Lanes> most = larger(abs(all.low), abs(all.high));
  float out = 0;
  for (int i = 0; i < 3; ++i) out += larger(larger(most[i][0], most[i][1]), larger(most[i][2], most[i][3]));
  return out;
}

// The axes of a box, for products with all three at once; the last lane is unused.
struct Axes {
  Lanes column[3];

  explicit Axes(const Mat3f& m) {
    for (int j = 0; j < 3; ++j) {
      const float numbers[4] = {m(0, j), m(1, j), m(2, j), 0};
      column[j] = Lanes::load(numbers);
    }
  }
  APART_INLINE Lanes operator*(Vec3f v) const {
    return column[0] * Lanes(v.x) + column[1] * Lanes(v.y) + column[2] * Lanes(v.z);
  }
};

// Boxes along the axes of a node above the subtrees.
template <class At>
void measure_boxes(const Mat3f& m, u32 begin, u32 end, At at, Measured& out) {
  const Axes axes(m);
  const Vec3f origin = at(begin).centre;
  Lanes low(kEverything<float>), high(-kEverything<float>), farthest(0);
  for (u32 k = begin; k < end; ++k) {
    const Obb<float>& box = at(k);
    const Lanes middle = axes * (box.centre - origin);
    const Lanes reach = abs(axes * box.axes.rows[0]) * Lanes(box.half.x) +
                        abs(axes * box.axes.rows[1]) * Lanes(box.half.y) +
                        abs(axes * box.axes.rows[2]) * Lanes(box.half.z);
    low = lesser(low, middle - reach), high = larger(high, middle + reach);
    farthest = larger(farthest, abs(middle));
  }
  for (int i = 0; i < 3; ++i) out.origin[i] = origin[i], out.low[i] = Lanes(low[i]), out.high[i] = Lanes(high[i]);
  out.reach = farthest[0] + farthest[1] + farthest[2];
}

}  // namespace

Refit<Obb<float>>::Refit(const Tree<Obb<float>>& tree, const Mesh& mesh)
    : cut_(tree.nodes, tree.order, kSubtreeSize),
      subtrees_(cut_.roots.size()),
      share_(cut_.above.size(), {PatchCut::kNone, 0}) {
  const std::vector<ItemRange> ranges = item_ranges(tree.nodes, tree.order);
  std::vector<u32> seen_by(mesh.vertices().size(), PatchCut::kNone), open, begins;
  for (std::size_t p = 0; p < subtrees_.size(); ++p) {
    auto& [nodes, corners] = subtrees_[p];
    open.assign(1, cut_.roots[p].node);
    while (!open.empty()) {
      const u32 n = open.back();
      open.pop_back();
      nodes.push_back({n, 0, 0});
      if (!tree.nodes[n].is_leaf())
        for_each_child(tree.nodes, tree.nodes[n], [&](u32 child) { open.push_back(child); });
    }
    std::reverse(nodes.begin(), nodes.end());
    begins.clear();  // of subtrees without a parent yet
    for (Subtree::Node& node : nodes) {
      const Ref ref = tree.nodes[node.node];
      node.begin = static_cast<u32>(corners.size());
      if (ref.is_leaf()) {
        for_each_primitive(tree.order, ref, [&](u32 i) {
          for (u32 v : mesh.faces()[i])
            if (seen_by[v] != node.node) {
              seen_by[v] = node.node;
              subtrees_[p].corners.push_back(v);
            }
          return true;
        });
        while (corners.size() < node.begin + Patch::kLeastPoints) corners.push_back(corners.back());
      } else {
        for_each_child(tree.nodes, ref, [&](u32) {
          node.begin = begins.back();
          begins.pop_back();
        });
      }
      node.end = static_cast<u32>(corners.size());
      begins.push_back(node.begin);
    }
    const u32 first = static_cast<u32>(units_.size());
    open.assign(1, cut_.roots[p].node);
    while (!open.empty()) {
      const u32 n = open.back();
      open.pop_back();
      if (tree.nodes[n].is_leaf() || ranges[n].size() <= kUnitSize)
        units_.push_back(n);
      else
        for_each_child(tree.nodes, tree.nodes[n], [&](u32 child) { open.push_back(child); });
    }
    for (u32 up = cut_.roots[p].parent; up != PatchCut::kNone; up = cut_.above[up].parent) {
      share_[up].begin = lesser(share_[up].begin, first);
      share_[up].end = static_cast<u32>(units_.size());
    }
  }
  for (u32 v = 0; v < seen_by.size(); ++v)
    if (seen_by[v] != PatchCut::kNone) vertices_.push_back(v);
}

void Refit<Obb<float>>::operator()(Tree<Obb<float>>& tree, const Mesh& moved, const RefitOptions& options) {
  APART_ASSERT(tree.order.size() == moved.size(), "the tree was built for another mesh");
  const Workers workers(options.threads);
  if (options.again) return fit_again(tree, moved, *options.again, workers);
  Bounds box;
  for (u32 v : vertices_) box.add(moved.vertices()[v]);
  tree.frame = frame_of(box);
  // Where floats would overflow, or be denormal throughout, doubles are used.
  const bool floats_do = tree.frame.radius > 1e-30 && tree.frame.radius < 1e30;
  options.tight || !floats_do ? refit_tight(tree, moved, workers) : refit_fast(tree, moved, workers);
}

void Refit<Obb<float>>::refit_fast(Tree<Obb<float>>& tree, const Mesh& moved, const Workers& workers) const {
  workers.for_ranges(subtrees_.size(), 64, [&](std::size_t begin, std::size_t end) {
    PartPoints points;
    std::vector<Measured> measured;
    for (std::size_t p = begin; p < end; ++p) {
      const std::vector<Subtree::Node>& nodes = subtrees_[p].nodes;
      points.place(subtrees_[p].corners, moved.vertices(), tree.frame.centre);
      if (measured.size() < nodes.size()) measured.resize(nodes.size());
      for (std::size_t k = 0; k < nodes.size(); ++k) {
        measured[k].node = nodes[k].node;
        points.measure(tree.volumes[nodes[k].node].axes, nodes[k].begin, nodes[k].end, measured[k]);
      }
      const float reach = reach_of(measured[nodes.size() - 1]);  // the root of the subtree comes last
      for (std::size_t k = 0; k < nodes.size(); ++k) measured[k].reach = reach;
      close(std::span<const Measured>(measured).first(nodes.size()), tree.volumes);
    }
  });
  workers.for_ranges(cut_.above.size(), 64, [&](std::size_t begin, std::size_t end) {
    std::vector<Measured> measured(end - begin);
    const auto unit = [&](u32 k) -> const Obb<float>& { return tree.volumes[units_[k]]; };
    for (std::size_t k = begin; k < end; ++k) {
      measured[k - begin].node = cut_.above[k].node;
      measure_boxes(tree.volumes[cut_.above[k].node].axes, share_[k].begin, share_[k].end, unit, measured[k - begin]);
    }
    close(measured, tree.volumes);
  });
}

void Refit<Obb<float>>::refit_tight(Tree<Obb<float>>& tree, const Mesh& moved, const Workers& workers) {
  if (!patch_cut_) {
    patch_cut_.emplace(tree.nodes, tree.order, Patch::kSize);
    patches_.resize(patch_cut_->roots.size());
    points_.resize(patches_.size());
    Patch::Scratch scratch;
    for (std::size_t p = 0; p < patches_.size(); ++p)
      patches_[p].make(tree.nodes, tree.order, moved, patch_cut_->roots[p].node, scratch);
  }
  const PatchCut& cut = *patch_cut_;
  std::vector<double> patch_reach(patches_.size());
  workers.for_ranges(patches_.size(), 8, [&](std::size_t begin, std::size_t end) {
    std::vector<double> reach;
    Patch::Scratch scratch;
    for (std::size_t p = begin; p < end; ++p) {
      const Patch& patch = patches_[p];
      Points& points = points_[p];
      points.place(moved.vertices(), patch.leaf_vertices, tree.frame.centre);
      patch.reach(points, reach, scratch);
      for (std::size_t k = 0; k < patch.nodes.size(); ++k) {
        const Patch::Node& node = patch.nodes[k];
        Obb<float>& box = tree.volumes[node.node];
        put_box(Mat3f(box.axes), points, node.begin, node.end, reach[k], box);
      }
      patch_reach[p] = reach[0];
    }
  });
  std::vector<Mat3f> axes(cut.above.size());
  for (std::size_t k = 0; k < axes.size(); ++k) axes[k] = tree.volumes[cut.above[k].node].axes;
  extend_above(cut, axes, patch_reach, workers, tree.volumes,
               [&](std::size_t p) -> const Points& { return points_[p]; });
}

}  // namespace apart::hierarchy
