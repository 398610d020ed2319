// Tori: plain, wrinkled and bent.
#include <apart/base/sin_cos.hpp>
#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {
namespace {

Vec3d unit(Vec3d v) { return v / length(v); }

// Round the z axis; tube_at(i, j) is the tube's radius at the i-th vertex around and the j-th across.
template <class F>
Mesh flat_torus(double radius, u32 around, u32 across, F tube_at) {
  Sketch sketch;
  for (u32 j = 0; j < across; ++j) {
    const SinCos v = sin_cos(j, across);
    for (u32 i = 0; i < around; ++i) {
      const SinCos u = sin_cos(i, around);
      const double tube = tube_at(i, j), out = radius + tube * v.cos;
      sketch.add({out * u.cos, out * u.sin, tube * v.sin});
    }
  }
  sketch.tube(0, across, around);
  sketch.band((across - 1) * around, 0, around);
  return sketch.finish();
}

}  // namespace

Mesh torus(double radius, double tube, u32 around, u32 across) {
  APART_ASSERT(around >= 3 && across >= 3, "a torus needs 3 vertices around and across");
  return flat_torus(radius, around, across, [&](u32, u32) { return tube; });
}

Mesh wrinkled_torus(u32 triangles) {
  const auto [around, across] = grid(triangles / 2, 2.5);
  APART_ASSERT(around >= 3, "a wrinkled torus needs 18 triangles");
  return flat_torus(1, around, across, [n = around, m = across](u32 i, u32 j) {
    const SinCos wrinkle = sin_cos(10 * u64{i} * m + 2 * u64{j} * n, u64{n} * m);
    return 0.25 * (1 + 0.16 * wrinkle.cos);
  });
}

Mesh bent_torus(u32 triangles) {
  const auto [around, across] = grid(triangles / 2, 2.5);
  APART_ASSERT(around >= 3, "a bent torus needs 18 triangles");
  constexpr double bend = 0.4, tube = 0.2;
  Sketch sketch;
  for (u32 i = 0; i < around; ++i) {
    const SinCos u = sin_cos(i, around), twice = sin_cos(u64{2} * i, around);
    const Vec3d out = {u.cos, u.sin, 0}, along = unit({-u.sin, u.cos, -2 * bend * twice.sin});
    sketch.ellipse(out + Vec3d{0, 0, bend * twice.cos}, tube * out, tube * cross(along, out), across);
  }
  sketch.tube(0, around, across);
  sketch.band((around - 1) * across, 0, across);
  return sketch.finish();
}

}  // namespace apart::generate
