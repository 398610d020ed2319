// Are two models or shapes closer than a tolerance?
#pragma once
#include <apart/queries/collide.hpp>

namespace apart {

struct Within {
  bool within = false;     // the distance is at most the tolerance; with tolerance 0, the same as collide
  bool contained = false;  // one solid lies inside the other
  ElementId a{}, b{};      // what is near enough, when within and not contained
  Status status = Status::exact;

  explicit operator bool() const { return within; }
};

// B stands at `b_in_a` in A's frame. With a shape, "no" is proven, and what rounding cannot tell from the tolerance is
// within.
Within within(const Model& a, const Pose& b_in_a, const Model& b, double tolerance, const CollideOptions& options = {});
Within within(const Model& a, const Pose& b_in_a, const Shape& b, double tolerance, const CollideOptions& options = {});
Within within(const Shape& a, const Pose& b_in_a, const Model& b, double tolerance, const CollideOptions& options = {});
Within within(const Shape& a, const Pose& b_in_a, const Shape& b, double tolerance, const CollideOptions& options = {});

template <class A, class B>
requires WithGeometry<A, B> Within within(const A& a, const Pose& b_in_a, const B& b, double tolerance,
                                          const CollideOptions& options = {}) {
  return visit_pair(a, b, [&](const auto& x, const auto& y) { return within(x, b_in_a, y, tolerance, options); });
}
// Both stand in the world.
template <GeometryLike A, GeometryLike B>
Within within(const A& a, const Pose& a_in_world, const B& b, const Pose& b_in_world, double tolerance,
              const CollideOptions& options = {}) {
  return at_world_poses(a, a_in_world, b, b_in_world, [&](const auto& x, const Pose& y_in_x, const auto& y) {
    return within(x, y_in_x, y, tolerance, options);
  });
}
// Both stand where they were made.
template <GeometryLike A, GeometryLike B>
Within within(const A& a, const B& b, double tolerance, const CollideOptions& options = {}) {
  return within(a, Pose{}, b, tolerance, options);
}

}  // namespace apart
