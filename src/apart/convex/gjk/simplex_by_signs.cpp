#include <apart/convex/gjk/simplex_by_signs.hpp>

namespace apart::convex {

QuickNearest nearest_by_signs(const Vec3d* corners, int count) {
  QuickSimplex simplex(corners[count - 1]);
  switch (count) {
    case 1:
      simplex.solve();
      break;
    case 2:
      simplex.solve(corners[0]);
      break;
    case 3:
      simplex.solve(corners[0], corners[1]);
      break;
    default:
      simplex.solve(corners[0], corners[1], corners[2]);
  }
  return simplex.nearest;
}

}  // namespace apart::convex
