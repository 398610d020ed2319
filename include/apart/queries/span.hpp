// How far apart are the farthest points of two models or shapes, and is any pair of points farther apart than a limit?
#pragma once
#include <apart/base/budget.hpp>
#include <apart/base/status.hpp>
#include <apart/queries/element_id.hpp>
#include <apart/queries/geometry.hpp>
#include <limits>

namespace apart {

struct SpanOptions {
  // The answer may be this much too small, or this share of itself. Two convex shapes are computed as well as can be
  // all the same; of unions, pieces are left out.
  double abs_error = 0, rel_error = 0;
  Budget budget{};  // when it is spent: Status::unfinished. Of two shapes, a test is a pair of convex pieces
};

struct Span {
  // Of the two points; the truth is no less. Infinite with a half-space, −infinity when a model is empty.
  double distance = -std::numeric_limits<double>::infinity();
  double at_most = -std::numeric_limits<double>::infinity();  // proven
  Vec3d on_a{}, on_b{};  // in A's frame (in the world, with world poses); any when the distance is infinite
  ElementId a{}, b{};    // on which the points lie
  // Of models exact. Of two shapes exact to rounding for corners and what is round about them; to 1e-9 where two curved
  // surfaces are farthest; within_error where so many directions are equally good that even that was given up.
  Status status = Status::exact;
};

// B stands at `b_in_a` in A's frame.
Span span(const Model& a, const Pose& b_in_a, const Model& b, const SpanOptions& options = {});
Span span(const Model& a, const Pose& b_in_a, const Shape& b, const SpanOptions& options = {});
Span span(const Shape& a, const Pose& b_in_a, const Model& b, const SpanOptions& options = {});
Span span(const Shape& a, const Pose& b_in_a, const Shape& b, const SpanOptions& options = {});

template <class A, class B>
requires WithGeometry<A, B> Span span(const A& a, const Pose& b_in_a, const B& b, const SpanOptions& options = {}) {
  return visit_pair(a, b, [&](const auto& x, const auto& y) { return span(x, b_in_a, y, options); });
}
// Both stand in the world.
template <GeometryLike A, GeometryLike B>
Span span(const A& a, const Pose& a_in_world, const B& b, const Pose& b_in_world, const SpanOptions& options = {}) {
  return at_world_poses(a, a_in_world, b, b_in_world,
                        [&](const auto& x, const Pose& y_in_x, const auto& y) { return span(x, y_in_x, y, options); });
}
// Both stand where they were made.
template <GeometryLike A, GeometryLike B>
Span span(const A& a, const B& b, const SpanOptions& options = {}) {
  return span(a, Pose{}, b, options);
}

struct Beyond {
  bool beyond = false;  // some point of A is farther than the limit from some point of B
  ElementId a{}, b{};   // where, when there is one
  Status status = Status::exact;

  explicit operator bool() const { return beyond; }
};

Beyond beyond(const Model& a, const Pose& b_in_a, const Model& b, double limit);
inline Beyond beyond(const Model& a, const Model& b, double limit) { return beyond(a, Pose{}, b, limit); }

}  // namespace apart
