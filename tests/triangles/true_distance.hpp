// The distance of a point from a triangle to 113 bits: the reference for distances in double.
#pragma once
#include <apart/triangles/kernels/face_kernel.hpp>
#include <apart/triangles/kernels/segment_kernel.hpp>

namespace apart::testing {

// The height above the face, or the distance from the nearest edge.
inline double true_distance(Vec3d point, const Triangle& t) {
  const Vec3<Quad> p = cast<Quad>(point);
  const kernel::Face<Quad> face(t);
  Quad best = -1;
  if (face.below(p)) {
    best = face.drop(p).squared;
  } else {
    for (int i = 0; i < 3; ++i) {
      const Vec3<Quad> from = cast<Quad>(t[i]), d = cast<Quad>(t[(i + 1) % 3]) - from;
      const Vec3<Quad> rest = p - from - kernel::nearest_place(p - from, d) * d;
      if (best < 0 || dot(rest, rest) < best) best = dot(rest, rest);
    }
  }
  // Newton's step from the root in double.
  const double root = std::sqrt(static_cast<double>(best));
  return root > 0 ? static_cast<double>((Quad(root) + best / Quad(root)) / 2) : 0;
}

}  // namespace apart::testing
