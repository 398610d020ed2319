// A convex cell of space, bounded by the planes on the way to a leaf: its faces as polygons.
#pragma once
#include <apart/motion/bsp/polygon.hpp>

namespace apart::motion {

struct BspCell {
  struct Side {
    HalfSpace plane;  // the cell is inside
    Polygon face;
    bool unbounded = false;  // of the box around the level: in truth the cell goes on there
  };
  std::vector<Side> sides;

  static BspCell box(double half);
  bool empty() const { return sides.empty(); }
  bool unbounded() const;
  Vec3d middle() const;  // the mean of all corners
};

struct CutCell {
  BspCell inside, outside;
};
CutCell cut(const BspCell& cell, const HalfSpace& plane);

// Planes that the cell does not cross, at edges whose outer angle, that of the normals, exceeds 90°, and at corners
// where shifted planes would meet farther than twice as far as they are shifted. Also between solid cells: what one of
// them adds may reach over its neighbour.
std::vector<HalfSpace> bevels(const BspCell& cell);

}  // namespace apart::motion
