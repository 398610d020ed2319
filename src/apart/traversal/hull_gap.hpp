// How far apart are the hulls of what two nodes hold? GJK over the few points that stand for each, as far as it takes
// to tell whether that is within reach.
#pragma once
#include <apart/base/rigidity.hpp>
#include <apart/convex/gjk/simplex_by_signs.hpp>
#include <apart/hierarchy/node_hulls.hpp>
#include <apart/traversal/query.hpp>

namespace apart::traversal {

// In A's frame, about the centre of A's tree.
class HullGap {
 public:
  HullGap(const ModelTree& a, const NodeHulls& hulls_a, const Pose& b_in_a, const ModelTree& b,
          const NodeHulls& hulls_b)
      : hulls_a_(hulls_a),
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

  // Leaves have no hulls.
  bool knows(u32 a, u32 b) const { return hulls_a_.has(a) && hulls_b_.has(b); }

  // In which direction two nodes lie apart, and what is known of them along it.
  struct Look {
    Vec3f direction{};  // from A to B, of length 1; zero when nobody has looked yet
    Vec3f across{};     // from A's farthest corner along some direction to B's nearest; zero when it is not known
  };

  // A bound of the distance of two inner nodes, as good as it takes to tell that it is above the reach. Begins with
  // what a look knows, and leaves a better direction.
  double between(u32 a, u32 b, double reach, Look& look) {
    const double outside = hulls_a_.sticking_out(a) + hulls_b_.sticking_out(b) + room_;
    double best = -std::numeric_limits<double>::infinity();
    Vec3f direction = look.direction;
    Simplex simplex;
    Vec3d across = cast<double>(look.across);
    for (int step = 0;; ++step) {
      if (step > 0 || across == Vec3d{}) {
        across = cast<double>(corner_of_b(b, -transposed_times(turn_, direction)) - corner_of_a(a, direction));
        met(across);
        reach = lesser(reach, at_most_);
        if (const double bound = dot(cast<double>(direction), across) * kShorter - outside; bound > best)
          best = bound, look.direction = direction;
        if (best > reach || step == kSteps) break;
      }
      if (!simplex.add(across)) break;
      const double far = length(simplex.point);
      if (!(far - outside > reach)) break;  // within reach for certain
      direction = cast<float>((1 / far) * simplex.point);
    }
    return best;
  }

  // What one direction says of a node of one side and several of the other: how far A's nodes reach, and where B's
  // begin.
  struct Along {
    Vec3f in_a, in_b;  // away from A, and away from B
  };
  struct End {
    Vec3f corner;    // in A's frame
    double outside;  // how far the node may stick out of it
  };
  Along along(Vec3f look) const { return {look, -transposed_times(turn_, look)}; }
  End end_of_a(u32 a, const Along& along) const { return {corner_of_a(a, along.in_a), hulls_a_.sticking_out(a)}; }
  End begin_of_b(u32 b, const Along& along) const { return {corner_of_b(b, along.in_b), hulls_b_.sticking_out(b)}; }
  // How far A's node reaches, and where B's begins: what the slab alone needs.
  double height_of_a(u32 a, const Along& along) const { return height(hulls_a_, a, along.in_a); }
  double depth_of_b(u32 b, const Along& along) const { return height(hulls_b_, b, along.in_b); }
  double slab(const Along& along, double height_of_a, double depth_of_b) const {
    return (double(dot(along.in_a, shift_)) - depth_of_b - height_of_a) * kShorter - room_;
  }
  // A bound of their distance, and what is across.
  double slab(const Along& along, const End& of_a, const End& of_b, Vec3f& across) {
    across = of_b.corner - of_a.corner;
    met(cast<double>(across));
    return double(dot(along.in_a, across)) * kShorter - (of_a.outside + of_b.outside + room_);
  }

 private:
  static constexpr int kSteps = 6;
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

  // Corners are vertices: so near is something.
  void met(Vec3d across) {
    if (squared_length(across) < at_most_ * at_most_) at_most_ = length(across) + room_;
  }

  Vec3f farthest(const NodeHulls& hulls, u32 node, Vec3f direction) const {
    const std::span<const EightPoints<float>> points = hulls.of(node);
    const u32 at = search_.farthest(points.data(), static_cast<u32>(points.size()), direction);
    return points[at / 8].point(at % 8);
  }
  double height(const NodeHulls& hulls, u32 node, Vec3f direction) const {
    const std::span<const EightPoints<float>> points = hulls.of(node);
    return double(search_.reach(points.data(), static_cast<u32>(points.size()), direction)) + hulls.sticking_out(node);
  }
  Vec3f corner_of_a(u32 a, Vec3f direction) const { return farthest(hulls_a_, a, direction); }
  Vec3f corner_of_b(u32 b, Vec3f direction) const { return turn_ * farthest(hulls_b_, b, direction) + shift_; }

  const NodeHulls &hulls_a_, &hulls_b_;
  Mat3<float> turn_;
  Vec3f shift_;
  double room_;
  double at_most_ = std::numeric_limits<double>::infinity();
  const PointSearch<float>& search_ = point_search<float>();
};

}  // namespace apart::traversal
