// Triangles in lanes: what the glances at two leaves share. Included only by the sources that compile them for a
// machine.
#pragma once
#include <apart/base/pack.hpp>
#include <apart/shapes/triangle.hpp>

namespace apart {
inline namespace APART_LANES_OF_MACHINE {

template <class P>
APART_INLINE Vec3<P> in_each_lane(const Vec3d& v) {
  return {P(v.x), P(v.y), P(v.z)};
}

// One triangle a lane; lanes without one repeat the first.
template <int W, class P>
APART_INLINE void load_triangles(const Triangled* triangles, int count, Vec3<P> (&corners)[3]) {
  double numbers[9][W];
  for (int k = 0; k < W; ++k) {
    const Triangled& t = triangles[k < count ? k : 0];
    for (int corner = 0; corner < 3; ++corner)
      for (int axis = 0; axis < 3; ++axis) numbers[3 * corner + axis][k] = t[corner][axis];
  }
  for (int corner = 0; corner < 3; ++corner)
    for (int axis = 0; axis < 3; ++axis) {
      if constexpr (W == 1)
        corners[corner][axis] = numbers[3 * corner + axis][0];
      else
        corners[corner][axis] = P::load(numbers[3 * corner + axis]);
    }
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart
