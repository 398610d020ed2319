// Do two models or shapes touch?
#pragma once
#include <apart/base/budget.hpp>
#include <apart/base/status.hpp>
#include <apart/queries/element_id.hpp>
#include <apart/queries/geometry.hpp>
#include <apart/queries/pair_cache.hpp>

namespace apart {

struct CollideOptions {
  // Closed meshes are solids: one that is wholly inside the other, or a shape inside it, collides too. A mesh that is
  // not closed is a surface all the same. Shapes are always solid.
  bool solid = false;
  // When it is spent: Status::unfinished, nothing was found so far. Of two shapes, a test is a pair of convex pieces.
  Budget budget{};
  PairCache* cache = nullptr;  // of this pair
};

struct Collision {
  bool colliding = false;
  bool contained = false;  // the surfaces do not touch: one solid lies inside the other
  ElementId a{}, b{};      // what touches, when colliding and not contained
  Status status = Status::exact;

  explicit operator bool() const { return colliding; }
};

// B stands at `b_in_a` in A's frame. Touching counts. Two models are decided exactly, triangle by triangle; with a
// shape, "no" is proven, and what rounding cannot tell from touching collides.
Collision collide(const Model& a, const Pose& b_in_a, const Model& b, const CollideOptions& options = {});
Collision collide(const Model& a, const Pose& b_in_a, const Shape& b, const CollideOptions& options = {});
Collision collide(const Shape& a, const Pose& b_in_a, const Model& b, const CollideOptions& options = {});
Collision collide(const Shape& a, const Pose& b_in_a, const Shape& b, const CollideOptions& options = {});

template <class A, class B>
requires WithGeometry<A, B> Collision collide(const A& a, const Pose& b_in_a, const B& b,
                                              const CollideOptions& options = {}) {
  return visit_pair(a, b, [&](const auto& x, const auto& y) { return collide(x, b_in_a, y, options); });
}
// Both stand in the world.
template <GeometryLike A, GeometryLike B>
Collision collide(const A& a, const Pose& a_in_world, const B& b, const Pose& b_in_world,
                  const CollideOptions& options = {}) {
  return at_world_poses(a, a_in_world, b, b_in_world, [&](const auto& x, const Pose& y_in_x, const auto& y) {
    return collide(x, y_in_x, y, options);
  });
}
// Both stand where they were made.
template <GeometryLike A, GeometryLike B>
Collision collide(const A& a, const B& b, const CollideOptions& options = {}) {
  return collide(a, Pose{}, b, options);
}

}  // namespace apart
