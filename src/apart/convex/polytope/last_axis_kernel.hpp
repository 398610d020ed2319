// The axis of last_axis.hpp, with support functions over W vertices at once. Included only by the sources that compile
// it for an instruction set.
#pragma once
#include <apart/convex/polytope/last_axis.hpp>
#include <apart/convex/polytope/support_kernel.hpp>

namespace apart::convex {
inline namespace APART_LANES_OF_MACHINE {

template <int W>
APART_INLINE double along_last_axis_in_lanes(const PolytopePair& pair, const EpaSurface& kept, double last_depth,
                                             double slop, GjkResult& out) {
  constexpr double kThin = 1e-6;  // as in the search
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const HullSupports<W> supports(pair);
  Vec3d a[3], b[3];
  for (int k = 0; k < 3; ++k) {
    const u32 corner = kept.of[kept.nearest][k];
    a[k] = supports.of_a(kept.of_a[corner]), b[k] = supports.of_b(kept.of_b[corner]);
  }
  const Vec3d w = a[0] - b[0], e = (a[1] - b[1]) - w, f = (a[2] - b[2]) - w, n = cross(e, f);
  const double square = squared_length(n);
  if (!(square > kThin * squared_length(e) * squared_length(f))) return kNone;
  const HullCorner v = supports(n);  // which need not wait for the root
  const double inverse = 1 / square;
  const Vec3d unit = std::sqrt(inverse) * n;
  const double plane = dot(unit, w), depth = dot(unit, v.w);
  if (!(plane > pair.noise)) return kNone;
  // The foot of the origin on the plane by the three corners, or a point of the face near it.
  const Vec3d m = cross(w, n);
  const double s = larger(dot(m, f) * inverse, 0.0), t = larger(-dot(m, e) * inverse, 0.0);
  const double in = 1 / larger(s + t, 1.0);
  const Vec3d on_a = a[0] + (s * in) * (a[1] - a[0]) + (t * in) * (a[2] - a[0]);
  const Vec3d on_b = b[0] + (s * in) * (b[1] - b[0]) + (t * in) * (b[2] - b[0]);
  const Vec3d off = (on_b - on_a) + depth * unit;  // along the normal the depth less the face's height
  const double change = larger(std::sqrt(squared_length(off)), std::abs(depth - last_depth));
  if (!(change <= slop)) return change;

  const Vec3d half = 0.5 * off;
  out.status = Status::at_least;
  out.distance = -depth, out.at_least = -depth - pair.noise, out.at_most = 0;
  out.on_a = on_a + half, out.on_b = on_b - half, out.normal = {unit.x, unit.y, unit.z};
  out.of_a = v.of_a, out.of_b = v.of_b;
  return change;
}

}  // namespace APART_LANES_OF_MACHINE
}  // namespace apart::convex
