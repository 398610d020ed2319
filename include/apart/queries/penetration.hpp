// Penetration depth and direction of shapes and closed meshes.
#pragma once
#include <apart/base/budget.hpp>
#include <apart/base/status.hpp>
#include <apart/queries/element_id.hpp>
#include <apart/queries/geometry.hpp>
#include <apart/queries/pair_cache.hpp>

namespace apart {

struct PenetrationOptions {
  PairCache* cache = nullptr;  // of this pair of shapes
  // With a model: refined until at_least ≥ (1 − rel_error) · depth, or the budget is spent: Status::unfinished, and
  // the bounds hold all the same. A test is a pair of features or a point that is located; a million take seconds.
  double rel_error = 0.01;
  Budget budget = Budget::of_tests(1'000'000);
  double gap = 0;  // with a model: the translation leaves them farther apart than this
};

struct Penetration {
  // Moving B by depth · normal separates them; 0 when they do not overlap. Of two unions of shapes that of the deepest
  // pieces (see signed_distance), which may leave others overlapping. Infinite: none does, or none is known.
  double depth = 0;
  double at_least = 0;    // proven: no shorter translation separates them
  Vec3d on_a{}, on_b{};   // on_a = on_b + depth · normal: each deepest in the other; any when depth is 0
  Vec3d normal{1, 0, 0};  // the penetration direction, of length 1, from A to B
  ElementId a{}, b{};     // of unions: the pieces; with a model: what touches after the translation
  Status status = Status::exact;

  Vec3d translation() const { return depth * normal; }  // of B
};

// B stands at `b_in_a` in A's frame. A mesh is a solid: one inside the other overlaps it. After the translation,
// collide() finds no contact with it. Status::invalid if a mesh is not closed.
Penetration penetration(const Shape& a, const Pose& b_in_a, const Shape& b, const PenetrationOptions& options = {});
Penetration penetration(const Model& a, const Pose& b_in_a, const Model& b, const PenetrationOptions& options = {});
Penetration penetration(const Model& a, const Pose& b_in_a, const Shape& b, const PenetrationOptions& options = {});
Penetration penetration(const Shape& a, const Pose& b_in_a, const Model& b, const PenetrationOptions& options = {});
template <class A, class B>
requires WithGeometry<A, B> Penetration penetration(const A& a, const Pose& at, const B& b, PenetrationOptions o = {}) {
  return visit_pair(a, b, [&](const auto& x, const auto& y) { return penetration(x, at, y, o); });
}
// Both stand in the world, where the translation is rounded; or where they were made.
template <GeometryLike A, GeometryLike B>
Penetration penetration(const A& a, const Pose& at_a, const B& b, const Pose& at_b, PenetrationOptions options = {}) {
  options.gap += 0x1p-48 * (length(at_a.translation) + length(at_b.translation));
  return at_world_poses(a, at_a, b, at_b, [&](const auto& x, const Pose& y_in_x, const auto& y) {
    return penetration(x, y_in_x, y, options);
  });
}
template <GeometryLike A, GeometryLike B>
Penetration penetration(const A& a, const B& b, const PenetrationOptions& options = {}) {
  return penetration(a, Pose{}, b, options);
}

}  // namespace apart
