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
using Core = std::variant<Point, Segment, Triangle, Box, Cylinder, Cone, Ellipsoid, Polytope, HalfSpace, Compound>;
enum class CoreKind { point, segment, triangle, box, cylinder, cone, ellipsoid, polytope, half_space, compound };
constexpr int kCoreKinds = 10;
static_assert(std::variant_size_v<Core> == kCoreKinds);

class Shape {
 public:
  // Sizes and radii must be finite and non-negative, and a half-space's normal non-zero: otherwise throws UsageError.
  // For untrusted data use make().
  template <class C>
  requires std::constructible_from<Core, C> Shape(C core, double radius = 0) : Shape(Core(std::move(core)), radius) {}
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

// The support point in a direction, as of the solids; not for half-spaces and unions, which throw. Of a shape with its
// radius.
inline Vec3d farthest(const Core& core, Vec3d direction) {
  switch (static_cast<CoreKind>(core.index())) {
    case CoreKind::point:
      return farthest(*std::get_if<Point>(&core), direction);
    case CoreKind::segment:
      return farthest(*std::get_if<Segment>(&core), direction);
    case CoreKind::triangle:
      return farthest(*std::get_if<Triangle>(&core), direction);
    case CoreKind::box:
      return farthest(*std::get_if<Box>(&core), direction);
    case CoreKind::cylinder:
      return farthest(*std::get_if<Cylinder>(&core), direction);
    case CoreKind::cone:
      return farthest(*std::get_if<Cone>(&core), direction);
    case CoreKind::ellipsoid:
      return farthest(*std::get_if<Ellipsoid>(&core), direction);
    case CoreKind::polytope:
      return farthest(*std::get_if<Polytope>(&core), direction);
    case CoreKind::half_space:
    case CoreKind::compound:
      break;
  }
  fail("a half-space or a union has no farthest point", __FILE__, __LINE__);
}
Vec3d farthest(const Shape& shape, Vec3d direction);

// The bounding box of a shape at a pose, up to rounding; unbounded for half-spaces.
Bounds bounds(const Shape& shape, const Pose& pose = {});

}  // namespace apart
