// The convex pieces of a shape, unions within unions laid flat.
#pragma once
#include <apart/shapes/shape.hpp>

namespace apart {

// Calls visit(shape, pose, radius) for each piece that is not a union, depth first: with its pose, for a shape that
// stands at `pose`, and the sum of the radii of the unions around it.
template <class Visit>
void for_each_piece(const Shape& shape, const Pose& pose, Visit&& visit, double radius = 0) {
  if (const Compound* compound = std::get_if<Compound>(&shape.core()))
    for (const Piece& piece : *compound->pieces)
      for_each_piece(piece.shape, pose * piece.pose, visit, radius + shape.radius());
  else
    visit(shape, pose, radius);
}

}  // namespace apart
