// A pair of elements, triangles or convex pieces, at one time: their distance, and how long they keep one.
#pragma once
#include <apart/motion/closing_time.hpp>
#include <apart/motion/moving_pair.hpp>
#include <apart/motion/sides.hpp>
#include <apart/queries/shapes/rounded_gap.hpp>

namespace apart::motion {

// What arithmetic in doubles may lose: of lengths, and of speeds.
struct ElementErrors {
  double length = 0, speed = 0;
};

struct ElementGap {
  double distance = 0;
  Vec3d on_a{}, on_b{};
  Vec3d normal{};   // from A to B, of length 1, or zero if they are in contact
  double time = 0;  // for which they keep the distance `keep`, at least
};

// The extent of an element along a direction, and the speed at which that grows at most.
struct Extent {
  double along, speed;
};

ElementGap element_gap(const ModelSide& a, u32 i, const MovingPair& at, const ModelSide& b, u32 j, double keep,
                       const ElementErrors& errors, ShapeCache& cache);
ElementGap element_gap(const ModelSide& a, u32 i, const MovingPair& at, const ShapeSide& b, u32 j, double keep,
                       const ElementErrors& errors, ShapeCache& cache);
ElementGap element_gap(const ShapeSide& a, u32 i, const MovingPair& at, const ShapeSide& b, u32 j, double keep,
                       const ElementErrors& errors, ShapeCache& cache);

// Are two in contact for certain, or within a clearance of each other? Triangles are decided exactly, shapes to the
// rounding of their placement.
inline bool in_contact(const ModelSide&, u32, const MovingPair&, const ModelSide&, u32, double, const ElementErrors&) {
  return true;  // as their distance tells
}
bool in_contact(const ModelSide& a, u32 i, const MovingPair& at, const ShapeSide& b, u32 j, double within,
                const ElementErrors& errors);
bool in_contact(const ShapeSide& a, u32 i, const MovingPair& at, const ShapeSide& b, u32 j, double within,
                const ElementErrors& errors);

}  // namespace apart::motion
