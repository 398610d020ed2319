// Where does a shape that moves straight first hit a level? Through its BSP tree, by shifting planes.
#pragma once
#include <apart/base/status.hpp>
#include <apart/motion/bsp/bsp_tree.hpp>
#include <apart/queries/element_id.hpp>
#include <apart/shapes/shape.hpp>

namespace apart {

struct BspSweepOptions {
  // The faces in the leaves that shifted planes lead to are tested with impact(). False: planes alone, whose hits are
  // earlier at edges and corners by an amount that has no bound.
  bool exact = true;
  double tolerance = 0;  // of impact(): nearer than this counts as contact; 0: 1e-8 of the smaller
};

struct BspHit {
  bool hit = false;
  // At time 0 in the solid, deeper than rounding can tell from touching. By planes alone also if it is in what shifted
  // planes add to the solid at edges and corners.
  bool start_in_solid = false;
  // In [0, 1], a share of the motion. Proven: no contact before. By planes alone exact where a face is hit, and earlier
  // at edges and corners, where planes that are shifted do not follow the rounded surface around them (docs/motion.md).
  double time = 1;
  // In contact then, or nearer than the tolerance. By planes alone, and unless hit: infinite.
  double contact_by = std::numeric_limits<double>::infinity();
  bool touching = false;  // at contact_by in contact for certain
  // Of the shape, in the world: at contact_by the contact; by planes alone, at the time, the farthest against the
  // normal.
  Vec3d point{};
  // That was hit: the normal points away from the solid; a zero normal unless hit, or if the shape starts in the solid
  // and touches no face. At an edge or a corner a plane that touches both.
  HalfSpace plane{};
  u32 triangle = ~u32(0);         // of the level, that was hit; none by planes alone
  ElementId shape{};              // of a union: the piece
  Status status = Status::exact;  // invalid: a pose or a motion that is not usable

  explicit operator bool() const { return hit; }
};

// A shape, at a pose in the world, moves by `by` without turning. Any shape but a half-space, which throws UsageError;
// a zero motion tells whether it is in the solid.
BspHit sweep(const BspTree& level, const Shape& shape, const Pose& from, Vec3d by, const BspSweepOptions& options = {});

}  // namespace apart
