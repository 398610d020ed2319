// How far apart are two models or shapes, and where?
#pragma once
#include <apart/base/budget.hpp>
#include <apart/base/status.hpp>
#include <apart/queries/element_id.hpp>
#include <apart/queries/geometry.hpp>
#include <apart/queries/pair_cache.hpp>
#include <limits>

namespace apart {

struct DistanceOptions {
  double max = std::numeric_limits<double>::infinity();  // farther than this is not searched: Status::at_least
  double abs_error = 0;                                  // the answer may be this much too large
  double rel_error = 0;                                  // … or this share of the true distance
  bool solid = false;          // closed meshes are solids: inside is at distance 0. Shapes are always solid
  Budget budget{};             // when it is spent: Status::unfinished. Of two shapes, a test is a pair of convex pieces
  PairCache* cache = nullptr;  // of this pair
};

struct Distance {
  // 0 where they touch or overlap, infinite when a model is empty; never less than the truth by more than rounding.
  // Status::at_least: a lower bound, which is no less than the maximum. Negative in answers of signed_distance() alone.
  double distance = std::numeric_limits<double>::infinity();
  double at_least = 0;                                       // proven, and …
  double at_most = std::numeric_limits<double>::infinity();  // … so is this
  // Witness points, in A's frame (in the world, with world poses): see has_points().
  Vec3d on_a{}, on_b{};
  Vec3d normal{1, 0, 0};   // of length 1, from A to B; any where they touch
  ElementId a{}, b{};      // on which the points lie
  bool contained = false;  // one solid lies inside the other: distance 0, no points
  Status status = Status::exact;

  bool has_points() const {
    return !contained && std::isfinite(distance) && status != Status::at_least && status != Status::cancelled &&
           status != Status::invalid;
  }
};

// B stands at `b_in_a` in A's frame.
Distance distance(const Model& a, const Pose& b_in_a, const Model& b, const DistanceOptions& options = {});
Distance distance(const Model& a, const Pose& b_in_a, const Shape& b, const DistanceOptions& options = {});
Distance distance(const Shape& a, const Pose& b_in_a, const Model& b, const DistanceOptions& options = {});
Distance distance(const Shape& a, const Pose& b_in_a, const Shape& b, const DistanceOptions& options = {});

template <class A, class B>
requires WithGeometry<A, B> Distance distance(const A& a, const Pose& b_in_a, const B& b,
                                              const DistanceOptions& options = {}) {
  return visit_pair(a, b, [&](const auto& x, const auto& y) { return distance(x, b_in_a, y, options); });
}
// Both stand in the world.
template <GeometryLike A, GeometryLike B>
Distance distance(const A& a, const Pose& a_in_world, const B& b, const Pose& b_in_world,
                  const DistanceOptions& options = {}) {
  return at_world_poses(a, a_in_world, b, b_in_world, [&](const auto& x, const Pose& y_in_x, const auto& y) {
    return distance(x, y_in_x, y, options);
  });
}
// Both stand where they were made.
template <GeometryLike A, GeometryLike B>
Distance distance(const A& a, const B& b, const DistanceOptions& options = {}) {
  return distance(a, Pose{}, b, options);
}

// The distance of two shapes, or minus the depth to which they overlap: moving B by −distance along the normal then
// separates them, and no shorter translation does. Points are on_b = on_a + distance · normal. Of unions that overlap
// it is that of the deepest pair of pieces, which is the least that B must move, and Status is within_error. −infinity:
// half-spaces that no translation separates. The errors in the options apply where the shapes are apart.
Distance signed_distance(const Shape& a, const Pose& b_in_a, const Shape& b, const DistanceOptions& options = {});
Distance signed_distance(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                         const DistanceOptions& options = {});
inline Distance signed_distance(const Shape& a, const Shape& b, const DistanceOptions& options = {}) {
  return signed_distance(a, Pose{}, b, options);
}

}  // namespace apart
