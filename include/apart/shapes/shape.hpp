// Any convex solid or a union of such: a core, and a radius that rounds it.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/shapes/polytope.hpp>
#include <apart/shapes/solids.hpp>
#include <concepts>
#include <variant>

namespace apart {

class Shape;
struct Piece;

// A union. Pieces may overlap, and may be unions themselves.
struct Compound {
  std::shared_ptr<const std::vector<Piece>> pieces;
};

// A ball is a rounded point, a capsule a rounded segment.
using Core = std::variant<Point, Segment, Triangle, Box, Cylinder, Cone, Ellipsoid, Polytope, TaperedCapsule, HalfSpace,
                          Compound>;
enum class CoreKind {
  point,
  segment,
  triangle,
  box,
  cylinder,
  cone,
  ellipsoid,
  polytope,
  tapered_capsule,
  half_space,
  compound
};
constexpr int kCoreKinds = static_cast<int>(CoreKind::compound) + 1;
static_assert(std::variant_size_v<Core> == kCoreKinds);

class Shape {
 public:
  // Sizes and radii must be finite and non-negative, and a half-space's normal non-zero: otherwise throws UsageError.
  // For untrusted data use make().
  template <class C>
  requires std::constructible_from<Core, C> Shape(C core, double radius = 0) : Shape(Core(std::move(core)), radius) {}
  // Of a tapered capsule the smaller radius becomes part of the shape's; a ball or a capsule becomes one.
  Shape(Core core, double radius);
  Shape(Ball ball) : Shape(Point{}, ball.radius) {}
  Shape(Capsule c) : Shape(Segment{{0, 0, -c.length / 2}, {0, 0, c.length / 2}}, c.radius) {}
  Shape() : Shape(Point{}) {}

  static Result<Shape> make(Core core, double radius = 0);

  const Core& core() const { return core_; }
  CoreKind kind() const { return static_cast<CoreKind>(core_.index()); }
  double radius() const { return radius_; }
  Shape with_radius(double radius) const { return {core_, radius}; }

 private:
  Core core_;
  double radius_ = 0;
};

struct Piece {
  Pose pose;
  Shape shape;
};
Compound compound(std::vector<Piece> pieces);

// The support point in a direction, which may have any length; not for half-spaces and unions, which throw.
Vec3d farthest(const Shape& shape, Vec3d direction);

// The bounding box of a shape at a pose, up to rounding; unbounded for half-spaces.
Bounds bounds(const Shape& shape, const Pose& pose = {});

}  // namespace apart
