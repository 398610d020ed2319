// A head: an ellipsoid seen from its middle, with what stands out of it and what lies in it.
#include <apart/base/sin_cos.hpp>
#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {
namespace {

// 1 in the middle, 0 at distance 1 and beyond, smooth; of a square.
double bump(double squared) {
  const double t = larger(0.0, 1 - squared);
  return t * t * (3 - 2 * t);
}
double square(double x) { return x * x; }

// How far the surface is from the middle in a direction of length 1. The face looks along x, z is up; both sides alike.
double distance_along(Vec3d d) {
  const double y = std::abs(d.y), front = bump(larger(0.0, 1 - d.x));
  double r = 1 / std::sqrt(square(d.x / 0.8) + square(y / 0.62) + square(d.z / 0.92));
  const auto add = [&](double height, double at_y, double at_z, double wide, double high) {
    r += height * front * bump(square((y - at_y) / wide) + square((d.z - at_z) / high));
  };
  add(0.11, 0, -0.10, 0.17, 0.17);  // nose: tip, wings, ridge
  add(0.05, 0.10, -0.14, 0.08, 0.08);
  add(0.07, 0, 0.06, 0.09, 0.26);
  add(-0.09, 0.30, 0.15, 0.19, 0.14);  // eyes: sockets, balls, lids, brows
  add(0.06, 0.30, 0.15, 0.11, 0.09);
  add(-0.012, 0.30, 0.15, 0.13, 0.012);
  add(0.035, 0.30, 0.31, 0.24, 0.07);
  add(0.04, 0.42, -0.18, 0.25, 0.22);  // cheeks
  add(0.04, 0, -0.335, 0.20, 0.055);   // lips, and between them
  add(0.05, 0, -0.44, 0.17, 0.06);
  add(-0.035, 0, -0.385, 0.21, 0.025);
  add(0.10, 0, -0.66, 0.22, 0.20);  // chin
  // Ears: a rim around a hollow.
  const double ear = std::sqrt(square((d.x + 0.08 + 0.1 * d.z) / 0.13) + square((d.z - 0.02) / 0.24));
  if (y > 0.5) r += 0.17 * bump(square((ear - 0.72) / 0.36)) + 0.03 * bump(square(ear / 0.4)) - 0.02 * bump(ear * ear);
  // The neck, below the skull.
  const double down = larger(0.0, lesser(1.0, (-d.z - 0.74) / 0.2));
  return r + 0.42 * down * down * (3 - 2 * down) * bump(square((d.x + 0.06) / 0.95));
}

// Divided where it is convex, so that what is round is not wrinkled.
void add_quad(Sketch& sketch, u32 a, u32 b, u32 c, u32 d) {
  const auto at = [&](u32 v) { return sketch.vertices[v] - sketch.vertices[a]; };
  if (dot(cross(at(b), at(c)), at(d)) > 0)
    sketch.quad(b, c, d, a);
  else
    sketch.quad(a, b, c, d);
}

}  // namespace

Mesh head(u32 triangles) {
  APART_ASSERT(triangles >= 200, "a head needs 200 triangles");
  // About three slices for two bands, and slices in pairs, so that both sides are alike.
  const u32 slices = 2 * std::max(4u, static_cast<u32>(std::round(std::sqrt(triangles * 0.75) / 2)));
  const u32 bands = triangles / (2 * slices) + 1;
  Sketch sketch;
  const auto add = [&](Vec3d d) { return sketch.add(distance_along(d) * d); };
  const u32 south = add({0, 0, -1});
  for (u32 b = 1; b < bands; ++b) {
    const SinCos up = sin_cos(b, 2 * u64{bands});
    for (u32 s = 0; s < slices; ++s) {
      const SinCos t = sin_cos(s, slices);
      add({up.sin * t.cos, up.sin * t.sin, -up.cos});
    }
  }
  const u32 north = add({0, 0, 1});
  sketch.cap_below(south, south + 1, slices);
  for (u32 b = 1; b + 1 < bands; ++b)
    for (u32 s = 0; s < slices; ++s) {
      const u32 low = south + 1 + (b - 1) * slices, next = s + 1 == slices ? 0 : s + 1;
      add_quad(sketch, low + s, low + next, low + slices + next, low + slices + s);
    }
  sketch.cap_above(north - slices, north, slices);
  return sketch.finish();
}

}  // namespace apart::generate
