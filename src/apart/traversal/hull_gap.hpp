// How far apart are the hulls of what two nodes hold? GJK over the few points that stand for each, as far as it takes
// to tell whether that is within reach.
#pragma once
#include <apart/convex/simplex_quick.hpp>
#include <apart/hierarchy/node_hulls.hpp>
#include <apart/traversal/query.hpp>

namespace apart {

// In A's frame, about the centre of A's tree.
class HullGap {
 public:
  HullGap(const ModelTree& a, const NodeHulls& hulls_a, const Posed& b_in_a, const ModelTree& b,
          const NodeHulls& hulls_b)
      : a_(a),
        b_(b),
        hulls_a_(hulls_a),
        hulls_b_(hulls_b),
        turn_(cast<float>(b_in_a.rotation)),
        shift_(cast<float>(b_in_a * b.frame.centre - a.frame.centre)),
        room_(room_along_axis(a.frame, b_in_a, b.frame) +
              // The pose, points and boxes in floats, and the sums over them; a pose that is not quite rigid.
              (64 * double(kUnit<float>) + 2 * rigidity_error(b_in_a.rotation)) *
                  (a.frame.radius + b.frame.radius + length(cast<double>(shift_)))) {}

  // Something of A is as near as this to something of B: so far apart were vertices that were met on the way.
  double at_most() const { return at_most_; }

  // From A to B; for the first look.
  Vec3f towards_b() const {
    const double far = length(cast<double>(shift_));
    return far > 0 ? cast<float>((1 / far) * cast<double>(shift_)) : Vec3f{1, 0, 0};
  }

  // A bound of the distance of two inner nodes, as good as it takes to tell that it is above the reach. Begins with a
  // direction from A to B, of length 1, and leaves a better one.
  double between(u32 a, u32 b, double reach, Vec3f& look) {
    const double outside = sticking_out(hulls_a_, a) + sticking_out(hulls_b_, b) + room_;
    double best = -std::numeric_limits<double>::infinity();
    Vec3f direction = look;
    Simplex simplex;
    for (int step = 0; step < kSteps; ++step) {
      const Vec3f of_b = turn_ * farthest(hulls_b_, b, -transposed_times(turn_, direction)) + shift_;
      const Vec3d across = cast<double>(of_b - farthest(hulls_a_, a, direction));
      if (squared_length(across) < at_most_ * at_most_) {
        at_most_ = length(across) + room_;
        reach = lesser(reach, at_most_);
      }
      if (const double bound = dot(cast<double>(direction), across) * kShorter - outside; bound > best)
        best = bound, look = direction;
      if (best > reach || !simplex.add(across)) break;
      const double far = length(simplex.point);
      // Nearer than the reach, or as good as known.
      if (!(far - outside > reach) || (reach > kUnlimited && far - outside - best < 0.03 * far)) break;
      direction = cast<float>((1 / far) * simplex.point);
    }
    return best;
  }

  // The same along one direction only: how far A's node reaches, and where B's begins.
  struct Along {
    Vec3f in_a, in_b;  // away from A, and away from B
    double shift;      // of B's centre
  };
  Along along(Vec3f look) const { return {look, -transposed_times(turn_, look), double(dot(look, shift_))}; }
  double end_of_a(u32 a, const Along& along) const { return reach(hulls_a_, a_, a, along.in_a); }
  double begin_of_b(u32 b, const Along& along) const { return along.shift - reach(hulls_b_, b_, b, along.in_b); }
  double slab(double end_of_a, double begin_of_b) const { return (begin_of_b - end_of_a) * kShorter - room_; }

 private:
  static constexpr int kSteps = 6;
  static constexpr double kUnlimited = 1e300;
  static constexpr double kShorter = 1 - 4 * double(kUnit<float>);  // a look is of length 1 to rounding

  // Corners of B − A, and the point of their hull nearest to the origin.
  struct Simplex {
    Vec3d corners[4];
    int count = 0;
    Vec3d point{};

    // False when nothing is gained.
    bool add(Vec3d corner) {
      for (int i = 0; i < count; ++i)
        if (corners[i] == corner) return false;
      QuickSimplex quick(corner);
      switch (count) {
        case 0:
          quick.solve();
          break;
        case 1:
          quick.solve(corners[0]);
          break;
        case 2:
          quick.solve(corners[0], corners[1]);
          break;
        default:
          quick.solve(corners[0], corners[1], corners[2]);
      }
      corners[count] = corner;
      const u32 all = static_cast<u32>(count) + 1;
      count = 0;
      for (u32 i = 0; i < all; ++i)
        if (quick.nearest.used >> i & 1) corners[count++] = corners[i];
      point = quick.nearest.point;
      return count > 0 && count < 4;
    }
  };

  static double sticking_out(const NodeHulls& hulls, u32 node) { return double(hulls.sticking_out[node]); }

  Vec3f farthest(const NodeHulls& hulls, u32 node, Vec3f direction) const {
    const std::span<const EightPoints<float>> points = hulls.of(node);
    const u32 at = search_.farthest(points.data(), static_cast<u32>(points.size()), direction);
    return points[at / 8].point(at % 8);
  }
  double reach(const NodeHulls& hulls, const ModelTree& tree, u32 node, Vec3f direction) const {
    if (!hulls.has(node)) {
      const Obb<float>& box = tree.volume(node);
      return double(dot(direction, box.centre) + dot(abs(box.axes * direction), box.half));
    }
    return double(search_.reach(hulls.of(node).data(), static_cast<u32>(hulls.of(node).size()), direction)) +
           sticking_out(hulls, node);
  }

  const ModelTree &a_, &b_;
  const NodeHulls &hulls_a_, &hulls_b_;
  Mat3<float> turn_;
  Vec3f shift_;
  double room_;
  double at_most_ = std::numeric_limits<double>::infinity();
  const PointSearch<float>& search_ = point_search<float>();
};

}  // namespace apart
