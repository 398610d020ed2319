// Penetration depth and direction of two shapes, or of two closed meshes.
#pragma once
#include <apart/base/budget.hpp>
#include <apart/base/status.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/queries/element_id.hpp>
#include <apart/queries/pair_cache.hpp>
#include <apart/shapes/shape.hpp>

namespace apart {

struct PenetrationOptions {
  PairCache* cache = nullptr;  // of this pair of shapes
  // Of two models: refined until at_least ≥ (1 − rel_error) · depth, or the budget is spent: Status::unfinished, and
  // the bounds hold all the same. A test is a pair of features or a point that is located; a million take seconds.
  double rel_error = 0.01;
  Budget budget = Budget::of_tests(1'000'000);
};

struct Penetration {
  // Moving B by depth · normal separates them; 0 when they do not overlap. Of unions that of the deepest pair of pieces
  // (see signed_distance), which may leave other pairs overlapping. Infinite: half-spaces that no translation
  // separates.
  double depth = 0;
  double at_least = 0;    // proven: no shorter translation separates them
  Vec3d on_a{}, on_b{};   // on_a = on_b + depth · normal: each deepest in the other; any when depth is 0
  Vec3d normal{1, 0, 0};  // the penetration direction, of length 1, from A to B
  ElementId a{}, b{};     // of unions: the pieces; of models: what touches after the translation
  Status status = Status::exact;

  Vec3d translation() const { return depth * normal; }  // of B
};

// B stands at `b_in_a` in A's frame; or both in the world; or where they were made.
Penetration penetration(const Shape& a, const Pose& b_in_a, const Shape& b, const PenetrationOptions& options = {});
Penetration penetration(const Shape& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                        const PenetrationOptions& options = {});
inline Penetration penetration(const Shape& a, const Shape& b, const PenetrationOptions& options = {}) {
  return penetration(a, Pose{}, b, options);
}

// Of two closed meshes as solids: one inside the other overlaps it. After the translation, collide() finds no contact.
// Status::invalid if a model is not closed.
Penetration penetration(const Model& a, const Pose& b_in_a, const Model& b, const PenetrationOptions& options = {});
Penetration penetration(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                        const PenetrationOptions& options = {});
inline Penetration penetration(const Model& a, const Model& b, const PenetrationOptions& options = {}) {
  return penetration(a, Pose{}, b, options);
}

}  // namespace apart
