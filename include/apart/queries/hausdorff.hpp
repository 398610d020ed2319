// The Hausdorff distance of two surfaces: how far is the farthest point of one from the other? Of all points, not only
// of the vertices, to a guaranteed error. Opt-in: <apart/apart.hpp> does not include it.
#pragma once
#include <apart/base/budget.hpp>
#include <apart/base/norm.hpp>
#include <apart/base/relative.hpp>
#include <apart/base/status.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/queries/element_id.hpp>
#include <limits>

namespace apart {

struct HausdorffOptions {
  bool directed = false;  // from A to B alone: the farthest that a point of A is from B
  // The value may be this much too small, or this share of itself.
  double abs_error = 0, rel_error = 0;
  Norm norm = Norm::euclidean;  // along the axes of A's frame (of the world, with world poses)
  Budget budget{};  // when it is spent: Status::unfinished. A test is of a node, a triangle or a piece of one
  u32 threads = 1;  // 0: all hardware threads; the result is the same
};

struct Hausdorff {
  // Of the two points; infinite when a model is empty.
  double distance = std::numeric_limits<double>::infinity();
  double at_least = 0;                                       // proven, and …
  double at_most = std::numeric_limits<double>::infinity();  // … so is this: both include rounding
  // A point that is farthest from the other surface, and a nearest one there; in A's frame (in the world, with world
  // poses).
  Vec3d on_a{}, on_b{};
  ElementId a{}, b{};   // on which the points lie
  bool from_b = false;  // the farthest point is on_b, and on_a the nearest to it
  Status status = Status::exact;

  bool has_points() const { return distance < std::numeric_limits<double>::infinity() && status != Status::invalid; }
};

// B stands at `b_in_a` in A's frame. Shapes have no surface of triangles: tessellate them first.
Hausdorff hausdorff(const Model& a, const Pose& b_in_a, const Model& b, const HausdorffOptions& options = {});
// Both stand in the world.
Hausdorff hausdorff(const Model& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                    const HausdorffOptions& options = {});
// Both stand where they were made.
inline Hausdorff hausdorff(const Model& a, const Model& b, const HausdorffOptions& options = {}) {
  return hausdorff(a, Pose{}, b, options);
}

// Is the Hausdorff distance above a limit? Stops as soon as that is decided; the errors of the options are ignored.
struct HausdorffAbove {
  bool above = false;  // proven
  double at_least = 0, at_most = std::numeric_limits<double>::infinity();
  Vec3d on_a{}, on_b{};  // where, if it is above: as in Hausdorff
  ElementId a{}, b{};
  // within_error: the limit lies between the two bounds, which are as close as rounding permits.
  Status status = Status::exact;

  explicit operator bool() const { return above; }
};

HausdorffAbove hausdorff_above(const Model& a, const Pose& b_in_a, const Model& b, double limit,
                               const HausdorffOptions& options = {});
inline HausdorffAbove hausdorff_above(const Model& a, const Model& b, double limit,
                                      const HausdorffOptions& options = {}) {
  return hausdorff_above(a, Pose{}, b, limit, options);
}

}  // namespace apart
