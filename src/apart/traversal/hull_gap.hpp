// The distance of the convex hulls of what two nodes hold: GJK over the few vertices that stand for each, for as many
// steps as it takes to decide whether it is within reach.
#pragma once
#include <apart/base/rigidity.hpp>
#include <apart/convex/gjk/growing_simplex.hpp>
#include <apart/hierarchy/node_hulls.hpp>
#include <apart/traversal/query.hpp>
#include <bit>

namespace apart::traversal {

// In A's frame, about the centre of A's tree.
class HullGap {
 public:
  HullGap(const Frame& a, const NodeHulls& hulls_a, const Pose& b_in_a, const Frame& b, const NodeHulls& hulls_b)
      : hulls_a_(hulls_a),
        hulls_b_(hulls_b),
        turn_(cast<float>(b_in_a.rotation)),
        shift_(cast<float>(b_in_a * b.centre - a.centre)),
        size_(a.radius + b.radius + length(b_in_a * b.centre - a.centre)),
        margin_(margin_along_axis(a, b_in_a, b) +
                // The pose, points and boxes in floats, and the sums over them; a pose that is not quite rigid.
                (64 * double(kUnit<float>) + 2 * rigidity_error(b_in_a.rotation)) * size_) {}

  // Are all sizes well within the range of floats? Else nothing is to be asked.
  bool in_range() const { return size_ > 1e-24 && size_ < 1e30; }

  // An upper bound of the distance of A and B, from the vertices that were tested so far.
  double at_most() const { return at_most_; }

  // From A to B; to start with.
  Vec3f towards_b() const {
    const double far = length(cast<double>(shift_));
    return far > 0 ? cast<float>((1 / far) * cast<double>(shift_)) : Vec3f{1, 0, 0};
  }

  // Nodes within twigs have no hulls, nor have the uppermost nodes of large models.
  bool has_a(u32 a) const { return hulls_a_.of(a).exists(); }
  bool has_b(u32 b) const { return hulls_b_.of(b).exists(); }
  bool has(u32 a, u32 b) const { return has_a(a) && has_b(b); }

  bool twig_a(u32 a) const { return hulls_a_.of(a).is_twig(); }
  bool twig_b(u32 b) const { return hulls_b_.of(b).is_twig(); }

  // A warm start for two nodes.
  struct Hint {
    Vec3f direction{};  // from A to B, of length 1, that separates best so far; zero when none was tested
    Vec3f support{};    // a support point of B − A, along some direction; zero when none is known
  };

  // A lower bound of the distance of two nodes, as tight as it takes to decide that it is above the reach, and nearly
  // their distance where it is not: the pairs of their children are ordered and separated by it. Starts with the hint,
  // and leaves a better direction in it.
  double between(u32 a, u32 b, double reach, Hint& hint) {
    const NodeHull &hull_a = hulls_a_.of(a), &hull_b = hulls_b_.of(b);
    const double outside = double(hull_a.slack) + double(hull_b.slack) + margin_;
    double best = -std::numeric_limits<double>::infinity();
    Vec3f direction = hint.direction;
    GrowingSimplex simplex;
    Vec3d support = cast<double>(hint.support);
    for (int step = 0;; ++step) {
      if (step > 0 || support == Vec3d{}) {
        const PointScan<float> scans[2] = {hull_a.scan(direction), hull_b.scan(-transposed_times(turn_, direction))};
        Vec3f ends[2];
        search_.farthest_points(scans, 2, ends);
        support = cast<double>(placed(ends[1]) - ends[0]);
        add_upper_bound(support);
        reach = lesser(reach, at_most_);
        if (const double bound = dot(cast<double>(direction), support) * kShorter - outside; bound > best)
          best = bound, hint.direction = direction;
        if (best > reach || step == kSteps) break;
      }
      if (!simplex.add(support)) break;
      const double far = length(simplex.point);
      if (far - outside - best < 0.1 * (reach - best)) break;  // hardly more to gain
      direction = cast<float>((1 / far) * simplex.point);
    }
    return best;
  }

  // The triangles of two twigs that may be within reach of the other twig: those that do not lie too far behind along a
  // direction. The farthest first.
  struct NearTriangles {
    u32 count = 0;
    u32 numbers[NodeHulls::kMostInTwig];
    float heights[NodeHulls::kMostInTwig];
  };
  void near_triangles(u32 a, u32 b, Vec3f direction, double reach, NearTriangles& of_a, NearTriangles& of_b) const {
    constexpr u32 kMost = (3 * NodeHulls::kMostInTwig + 7) / 8 * 8;
    alignas(32) float heights_a[kMost], heights_b[kMost];
    const Twig twig_a = hulls_a_.twig(a), twig_b = hulls_b_.twig(b);
    const Along along = this->along(direction);
    const auto heights = [&](const Twig& twig, Vec3f d, float* out) {
      return double(search_.heights(twig.vertices.data(), static_cast<u32>(twig.vertices.size()), d, out));
    };
    const double height = heights(twig_a, along.in_a, heights_a), depth = heights(twig_b, along.in_b, heights_b);
    // How far a triangle may lie behind.
    const double behind = (reach + margin_) / kShorter - (double(dot(along.in_a, shift_)) - depth - height);
    collect(twig_a, heights_a, height - behind, of_a);
    collect(twig_b, heights_b, depth - behind, of_b);
  }

  // Extents of nodes along one direction, for a node of one side and several of the other.
  struct Along {
    Vec3f in_a, in_b;  // away from A, and away from B
  };
  Along along(Vec3f direction) const { return {direction, -transposed_times(turn_, direction)}; }
  // How far A's node reaches, and where B's begins: all that a bound without a support point needs.
  double height_of_a(u32 a, const Along& along) const { return height(hulls_a_.of(a), along.in_a); }
  double depth_of_b(u32 b, const Along& along) const { return height(hulls_b_.of(b), along.in_b); }
  double slab(const Along& along, double height_of_a, double depth_of_b) const {
    return (double(dot(along.in_a, shift_)) - depth_of_b - height_of_a) * kShorter - margin_;
  }
  // Raises the bounds of those children in `near` that have hulls, children of one node, A's or B's, each with the
  // other node of the pair: lower bounds of their distances by the slabs between them, and the support points of B − A
  // that give them.
  template <bool kOfA>
  void slabs(Vec3f direction, u32 first_child, u64 near, u32 other, double* bounds, Vec3f* supports) {
    constexpr u32 kMost = 8;
    const NodeHulls &of_children = kOfA ? hulls_a_ : hulls_b_, &of_other = kOfA ? hulls_b_ : hulls_a_;
    const NodeHull& hull = of_other.of(other);
    if (!hull.exists()) return;
    const Along along = this->along(direction);
    const Vec3f from_child = kOfA ? along.in_a : along.in_b;
    PointScan<float> scans[kMost + 1];
    Vec3f ends[kMost + 1];
    u32 numbers[kMost], count = 0;
    double outside[kMost];
    for (; near != 0; near &= near - 1) {
      const u32 k = static_cast<u32>(std::countr_zero(near));
      const NodeHull& child = of_children.of(first_child + k);
      if (!child.exists()) continue;
      scans[count] = child.scan(from_child);
      outside[count] = double(child.slack);
      numbers[count++] = k;
    }
    scans[count] = hull.scan(kOfA ? along.in_b : along.in_a);
    search_.farthest_points(scans, count + 1, ends);
    const Vec3f end = kOfA ? placed(ends[count]) : ends[count];
    const double more = double(hull.slack) + margin_;
    for (u32 i = 0; i < count; ++i) {
      const u32 k = numbers[i];
      const Vec3f support = kOfA ? end - ends[i] : placed(ends[i]) - end;
      supports[k] = support;
      add_upper_bound(cast<double>(support));
      const double slab = double(dot(direction, support)) * kShorter - (outside[i] + more);
      bounds[k] = larger(bounds[k], slab);
    }
  }

 private:
  static constexpr int kSteps = 6;
  static constexpr double kShorter = 1 - 4 * double(kUnit<float>);  // a direction is of length 1 to rounding

  static void collect(const Twig& twig, const float* heights, double least, NearTriangles& out) {
    out.count = 0;
    for (u32 k = 0; k < twig.items.size(); ++k) {
      const std::uint8_t(&corner)[3] = twig.corners[k];
      const float height = larger(larger(heights[corner[0]], heights[corner[1]]), heights[corner[2]]);
      if (double(height) < least) continue;
      u32 at = out.count++;
      for (; at > 0 && out.heights[at - 1] < height; --at)
        out.heights[at] = out.heights[at - 1], out.numbers[at] = out.numbers[at - 1];
      out.heights[at] = height, out.numbers[at] = twig.items[k].primitive();
    }
  }

  // Corners are vertices: their difference is the distance of two points of A and B.
  void add_upper_bound(Vec3d difference) {
    if (squared_length(difference) < at_most_ * at_most_) at_most_ = length(difference) + margin_;
  }

  double height(const NodeHull& hull, Vec3f direction) const {
    return double(search_.reach(hull.points, hull.eights, direction)) + double(hull.slack);
  }
  Vec3f placed(Vec3f of_b) const { return turn_ * of_b + shift_; }

  const NodeHulls &hulls_a_, &hulls_b_;
  Mat3<float> turn_;
  Vec3f shift_;
  double size_;    // of all, with what is between
  double margin_;  // for rounding
  double at_most_ = std::numeric_limits<double>::infinity();
  const PointSearch<float>& search_ = point_search<float>();
};

}  // namespace apart::traversal
