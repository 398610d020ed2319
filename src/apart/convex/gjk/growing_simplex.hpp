// Corners of B − A, and the point of their hull nearest to the origin: the state of a quick GJK, whose result is used
// as a direction alone.
#pragma once
#include <apart/convex/gjk/simplex_by_signs.hpp>

namespace apart::convex {

struct GrowingSimplex {
  Vec3d corners[4];
  int count = 0;
  Vec3d point{};

  // False when nothing is gained.
  bool add(Vec3d corner) {
    for (int i = 0; i < count; ++i)
      if (corners[i] == corner) return false;
    QuickSimplex quick(corner);
    switch (count) {
      case 0:
        quick.solve();
        break;
      case 1:
        quick.solve(corners[0]);
        break;
      case 2:
        quick.solve(corners[0], corners[1]);
        break;
      default:
        quick.solve(corners[0], corners[1], corners[2]);
    }
    corners[count] = corner;
    const u32 all = static_cast<u32>(count) + 1;
    count = 0;
    for (u32 i = 0; i < all; ++i)
      if (quick.nearest.used >> i & 1) corners[count++] = corners[i];
    point = quick.nearest.point;
    return count > 0 && count < 4;
  }
};

}  // namespace apart::convex
