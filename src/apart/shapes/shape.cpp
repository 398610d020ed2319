// Validation, bounding boxes and unions of shapes.
#include <apart/base/usable_pose.hpp>
#include <apart/shapes/support.hpp>

namespace apart {
namespace {

// An error if a core is invalid, or nothing.
struct Complaint {
  static bool bad(double size) { return !(size >= 0) || !std::isfinite(size); }
  static bool bad(Vec3d size) { return bad(size.x) || bad(size.y) || bad(size.z); }
  static const char* place(bool finite) { return finite ? nullptr : "a coordinate is not finite"; }
  static const char* size(bool is_bad) { return is_bad ? "a size is negative or not finite" : nullptr; }

  const char* operator()(const Point& p) const { return place(is_finite(p.at)); }
  const char* operator()(const Segment& s) const { return place(is_finite(s.a) && is_finite(s.b)); }
  const char* operator()(const Triangle& t) const { return place(is_finite(t.a) && is_finite(t.b) && is_finite(t.c)); }
  const char* operator()(const Box& b) const { return size(bad(b.size)); }
  const char* operator()(const Cylinder& c) const { return size(bad(c.radius) || bad(c.length)); }
  const char* operator()(const Cone& c) const { return size(bad(c.radius) || bad(c.length)); }
  const char* operator()(const Ellipsoid& e) const { return size(bad(e.radii)); }
  const char* operator()(const TaperedCapsule& c) const {
    return size(bad(c.radius_a) || bad(c.radius_b) || bad(c.length));
  }
  const char* operator()(const Polytope&) const { return nullptr; }
  const char* operator()(const HalfSpace& h) const {
    if (!is_finite(h.normal) || !std::isfinite(h.offset)) return "a half-space is not finite";
    return h.normal == Vec3d{} ? "a half-space has no direction" : nullptr;
  }
  const char* operator()(const Compound& c) const {
    if (!c.pieces || c.pieces->empty()) return "a compound has no pieces";
    for (const Piece& piece : *c.pieces)
      if (!is_usable(piece.pose)) return "the pose of a piece of a compound is not rigid or not finite";
    return nullptr;
  }
};

const char* complaint(const Core& core, double radius) {
  const char* of_core = std::visit(Complaint{}, core);
  return of_core ? of_core : Complaint::size(Complaint::bad(radius));
}

// The simplest core that, rounded by the returned radius, is the tapered capsule: a point where one ball contains the
// other, a segment for equal radii, else the hull of a ball and a point.
double simplify(const TaperedCapsule& c, Core& to) {
  const double half = c.length / 2, more = c.radius_a - c.radius_b, radius = lesser(c.radius_a, c.radius_b);
  if (std::abs(more) >= c.length) {
    to = Point{{0, 0, more > 0 ? -half : half}};
    return larger(c.radius_a, c.radius_b);
  }
  if (more == 0)
    to = Segment{{0, 0, -half}, {0, 0, half}};
  else
    to = TaperedCapsule{larger(more, 0.0), larger(-more, 0.0), c.length};
  return radius;
}

}  // namespace

Shape::Shape(Core core, double radius) : core_(std::move(core)), radius_(radius) {
  const char* const wrong = complaint(core_, radius_);
  APART_ASSERT(!wrong, wrong);
  if (const TaperedCapsule* tapered = std::get_if<TaperedCapsule>(&core_))
    radius_ += simplify(TaperedCapsule(*tapered), core_);
}

Result<Shape> Shape::make(Core core, double radius) {
  if (const char* wrong = complaint(core, radius)) return Error{wrong};
  return Shape(std::move(core), radius);
}

Compound compound(std::vector<Piece> pieces) {
  for (Piece& piece : pieces)
    if (const std::optional<Pose> usable = usable_pose(piece.pose)) piece.pose = *usable;  // Shape refuses the others
  return {std::make_shared<const std::vector<Piece>>(std::move(pieces))};
}

Vec3d farthest(const Shape& shape, Vec3d direction) {
  const Vec3d of_core = farthest(shape.core(), direction);
  const double size = largest(abs(direction));
  if (!(shape.radius() > 0) || !(size > 0)) return of_core;
  const Vec3d even = direction / size;
  return of_core + shape.radius() / length(even) * even;
}

Bounds bounds(const Shape& shape, const Pose& pose) {
  Bounds out;
  if (const Compound* all = std::get_if<Compound>(&shape.core())) {
    for (const Piece& piece : *all->pieces) out.add(bounds(piece.shape, pose * piece.pose));
  } else if (shape.kind() == CoreKind::half_space) {
    std::swap(out.low, out.high);
    return out;
  } else {
    for (int i = 0; i < 3; ++i)
      for (double sign : {-1.0, 1.0}) out.add(pose * farthest(shape.core(), sign * pose.rotation.rows[i]));
  }
  // A margin for rounding: poses and support points are accurate to some units of the coordinates.
  const double far = larger(largest(abs(out.low)), largest(abs(out.high))) + largest(abs(pose.translation));
  const double more = shape.radius() + 0x1p-48 * (far + shape.radius());
  out.low -= {more, more, more}, out.high += {more, more, more};
  return out;
}

}  // namespace apart
