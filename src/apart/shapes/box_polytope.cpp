#include <apart/shapes/box_polytope.hpp>

namespace apart {

Polytope box_polytope(const Box& box) {
  static const Polytope cube = [] {
    Vec3d corners[8];
    for (int i = 0; i < 8; ++i) corners[i] = {i & 1 ? 1. : -1., i & 2 ? 1. : -1., i & 4 ? 1. : -1.};
    return Polytope::make(corners).value();
  }();
  return scaled(cube, 0.5 * box.size);
}

}  // namespace apart
