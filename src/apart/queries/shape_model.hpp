// The questions between a shape and a model: do they touch, are they near, how near, how far? A shape is solid; a model
// is a surface, or a solid too if it is closed and asked as one.
#pragma once
#include <apart/convex/shape_options.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/span.hpp>
#include <apart/queries/within.hpp>
#include <optional>

namespace apart {

struct ShapeModelCollision {
  bool colliding = false;
  bool contained = false;       // no triangle touches the shape: it lies inside the solid
  u32 piece = 0, triangle = 0;  // a pair that touches, when colliding and not contained; pieces of unions are laid flat
  Status status = Status::exact;

  explicit operator bool() const { return colliding; }
};

struct ShapeModelWithin {
  bool within = false;          // the distance is at most the tolerance; with tolerance 0, the same as collide
  bool contained = false;       // the shape lies inside the solid
  u32 piece = 0, triangle = 0;  // a pair that is near enough, when within and not contained
  Status status = Status::exact;

  explicit operator bool() const { return within; }
};

struct ShapeModelDistance {
  // 0 when they touch, which is also when triangles lie inside the shape; infinite when the model holds nothing.
  // Status::at_least: nothing is nearer than `distance`, which is then the maximum that was asked for.
  double distance = std::numeric_limits<double>::infinity();
  double at_least = 0;    // proven: nothing is nearer
  Vec3d on_a{}, on_b{};   // nearest points, in A's frame (in the world's, with world poses); see has_points()
  Vec3d normal{1, 0, 0};  // of length 1, from A to B; where they overlap, any
  u32 piece = 0;          // of a union, laid flat
  u32 triangle = 0, part = 0;
  bool contained = false;  // the shape lies inside the solid: distance 0, no points
  Status status = Status::exact;

  bool has_points() const {
    return !contained && std::isfinite(distance) && status != Status::at_least && status != Status::invalid;
  }
};

struct ShapeModelSpan {
  double distance = -std::numeric_limits<double>::infinity();  // of the two points; infinite with a half-space
  double at_most = -std::numeric_limits<double>::infinity();   // the truth is no greater
  Vec3d on_a{}, on_b{};  // in A's frame (in the world's, with world poses); any when the distance is infinite
  u32 piece = 0, triangle = 0;
  Status status = Status::exact;
};

// Of one pair, owned by the caller: the piece and the triangle of the last answer, which are looked at first. One
// thread at a time.
struct ShapeModelMemory {
  struct Pair {
    u32 piece, triangle;
  };
  std::optional<Pair> near{}, nearest{};
};

// B stands at `b_in_a` in A's frame, or both stand in the world. Touching counts, and so does what rounding cannot tell
// from touching: "no" is proven.
ShapeModelCollision collide(const Shape& a, const Pose& b_in_a, const Model& b, const CollideOptions& options = {},
                            ShapeModelMemory* memory = nullptr);
ShapeModelCollision collide(const Model& a, const Pose& b_in_a, const Shape& b, const CollideOptions& options = {},
                            ShapeModelMemory* memory = nullptr);
ShapeModelCollision collide(const Shape& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                            const CollideOptions& options = {});
ShapeModelCollision collide(const Model& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                            const CollideOptions& options = {});

ShapeModelWithin within(const Shape& a, const Pose& b_in_a, const Model& b, double tolerance,
                        const CollideOptions& options = {}, ShapeModelMemory* memory = nullptr);
ShapeModelWithin within(const Model& a, const Pose& b_in_a, const Shape& b, double tolerance,
                        const CollideOptions& options = {}, ShapeModelMemory* memory = nullptr);
ShapeModelWithin within(const Shape& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                        double tolerance, const CollideOptions& options = {});
ShapeModelWithin within(const Model& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                        double tolerance, const CollideOptions& options = {});

ShapeModelDistance distance(const Shape& a, const Pose& b_in_a, const Model& b, const DistanceOptions& options = {},
                            ShapeModelMemory* memory = nullptr);
ShapeModelDistance distance(const Model& a, const Pose& b_in_a, const Shape& b, const DistanceOptions& options = {},
                            ShapeModelMemory* memory = nullptr);
ShapeModelDistance distance(const Shape& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                            const DistanceOptions& options = {});
ShapeModelDistance distance(const Model& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                            const DistanceOptions& options = {});

ShapeModelSpan span(const Shape& a, const Pose& b_in_a, const Model& b, const SpanOptions& options = {});
ShapeModelSpan span(const Model& a, const Pose& b_in_a, const Shape& b, const SpanOptions& options = {});
ShapeModelSpan span(const Shape& a, const Pose& a_in_world, const Model& b, const Pose& b_in_world,
                    const SpanOptions& options = {});
ShapeModelSpan span(const Model& a, const Pose& a_in_world, const Shape& b, const Pose& b_in_world,
                    const SpanOptions& options = {});

}  // namespace apart
