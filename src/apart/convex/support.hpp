// Support functions of convex sets, as GJK needs them: given a direction, the point of the set that lies farthest along
// it.
#pragma once
#include <apart/base/assert.hpp>
#include <apart/base/pose.hpp>
#include <concepts>
#include <span>

namespace apart::convex {

template <class S>
concept Support = requires(const S s, Vec3d direction) {
  { s(direction) } -> std::convertible_to<Vec3d>;
};

// The hull of points, at least one. Compared by differences from the first, so that points far from the origin are
// distinguished as well as near it; of equals the first.
struct PointsSupport {
  std::span<const Vec3d> points;

  Vec3d operator()(Vec3d direction) const {
    APART_ASSERT(!points.empty(), "no points have no support");
    std::size_t best = 0;
    double farthest = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const double along = dot(direction, points[i] - points[0]);
      if (along > farthest) farthest = along, best = i;
    }
    return points[best];
  }
};

// A box: |axes · (p − centre)| ≤ half, with the axes as rows.
struct BoxSupport {
  Vec3d centre{};
  Mat3d axes{};
  Vec3d half{};

  Vec3d operator()(Vec3d direction) const {
    const Vec3d along = axes * direction;
    return centre + transposed_times(axes, Vec3d{along.x < 0 ? -half.x : half.x, along.y < 0 ? -half.y : half.y,
                                                 along.z < 0 ? -half.z : half.z});
  }
};

// A set moved by a pose.
template <Support S>
struct PlacedSupport {
  Pose pose;
  S shape;

  Vec3d operator()(Vec3d direction) const { return pose * shape(transposed_times(pose.rotation, direction)); }
};
template <class S>
PlacedSupport(Pose, S) -> PlacedSupport<S>;

}  // namespace apart::convex
