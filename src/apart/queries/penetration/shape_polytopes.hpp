// Closed meshes inside and around a shape: of polytopes the shape itself, of round pieces polytopes that come as near
// to it as is needed, and only where it is needed.
#pragma once
#include <apart/base/bounds.hpp>
#include <apart/hierarchy/model.hpp>
#include <apart/shapes/shape.hpp>

namespace apart::queries {

// Unit vectors all around, denser about some of them.
class Directions {
 public:
  // Denser about a direction, and denser still when it is nearly the same again.
  void refine_about(Vec3d unit);
  std::vector<Vec3d> all() const;

 private:
  struct Focus {
    Vec3d at;
    double spacing;  // about it; farther away it grows with the distance
  };
  void add(Vec3d a, Vec3d b, Vec3d c, std::vector<Vec3d>& out) const;

  std::vector<Focus> foci_;
};

class ShapePolytopes {
 public:
  // In the shape's frame. Of half-spaces, only the part in the box.
  ShapePolytopes(const Shape& shape, const Bounds& box);

  // Nothing is round: inner and outer are the same. Flat pieces are not, as they have no inside.
  bool is_polyhedral() const { return polyhedral_; }
  // A piece has no inside, so that the inner mesh lacks it.
  bool is_flat() const { return flat_; }
  // The outer one is this much larger than it need be, so that rounding does not make it smaller than the shape.
  double slack() const { return slack_; }

  // A connected component for each piece; empty if no piece has an inside. Every point is one of the shape.
  Mesh inner(const Directions& directions) const;
  // It contains the shape.
  Mesh outer(const Directions& directions) const;
  // Some of its points: of each round piece at least one, of flat ones many.
  const std::vector<Vec3d>& points() const { return points_; }

 private:
  struct RoundPiece {
    Shape shape;
    Pose pose;
    std::vector<Vec3d> own;  // directions that count for it
    Vec3d centre{};
    double size = 0;
  };
  void add_piece(const Shape& piece, const Pose& pose, const Bounds& box);
  static std::vector<Vec3d> directions_of(const RoundPiece& piece, const Directions& directions);
  static Vec3d support(const RoundPiece& piece, Vec3d direction);

  std::vector<Mesh> polytopes_;
  std::vector<RoundPiece> round_;
  std::vector<Vec3d> points_;
  bool polyhedral_ = true, flat_ = false;
  double slack_ = 0;
  double thin_;  // the least thickness of an outer polytope
};

}  // namespace apart::queries
