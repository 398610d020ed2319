// Where does a shape that moves straight first hit a level? Through its BSP tree, by shifting planes.
#pragma once
#include <apart/base/status.hpp>
#include <apart/motion/bsp/bsp_tree.hpp>
#include <apart/queries/element_id.hpp>
#include <apart/shapes/shape.hpp>

namespace apart {

struct BspHit {
  bool hit = false;
  // At time 0 in the solid, or in what shifted planes add to it at edges and corners, and deeper than rounding can tell
  // from touching.
  bool start_in_solid = false;
  // In [0, 1], a share of the motion: never later than the first contact. Exact where a face is hit; earlier at edges
  // and corners, where planes that are shifted do not follow the rounded surface around them (docs/motion.md).
  double time = 1;
  Vec3d point{};                  // of the shape at this time, the farthest against the normal, in the world
  HalfSpace plane{};              // that was hit: the normal points away from the solid; a zero normal unless hit
  ElementId shape{};              // of a union: the piece
  Status status = Status::exact;  // invalid: a pose or a motion that is not usable

  explicit operator bool() const { return hit; }
};

// A shape, at a pose in the world, moves by `by` without turning. Any shape but a half-space, which throws UsageError;
// a zero motion tells whether it is in the solid.
BspHit sweep(const BspTree& level, const Shape& shape, const Pose& from, Vec3d by);

}  // namespace apart
