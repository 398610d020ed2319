// A triangle's face as seen from a point above it, for lengths of a comfortable size (see scale.hpp).
#pragma once
#include <apart/shapes/triangle.hpp>
#include <apart/triangles/orient.hpp>

namespace apart::kernel {

struct Face {
  Vec3d normal;    // any length; zero when the triangle is degenerate
  double squared;  // its square

  Face(const Triangled& t, Vec3d ab, Vec3d ac) : normal(cross(ab, ac)), squared(dot(normal, normal)) {
    // The cross product of a sliver has few right digits, that of a degenerate triangle none.
    if (squared <= 1e-6 * (dot(ab, ab) * dot(ac, ac))) {
      normal = exact_area_vector(t.a, t.b, t.c);
      squared = dot(normal, normal);
    }
  }

  // The foot of p on the plane lies on the face. Asked of a face that is not degenerate.
  bool below(Vec3d p, const Triangled& t, Vec3d ab, Vec3d ac) const {
    const Vec3d from_a = p - t.a, from_b = p - t.b;
    return dot(cross(normal, ab), from_a) >= 0 && dot(cross(ac, normal), from_a) >= 0 &&
           dot(cross(normal, ac - ab), from_b) >= 0;
  }
};

}  // namespace apart::kernel
