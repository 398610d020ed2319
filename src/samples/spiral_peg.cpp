#include <apart/base/sin_cos.hpp>
#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {

Mesh spiral_peg(u32 triangles) {
  const auto [rings, across] = grid(triangles / 2, 10);
  APART_ASSERT(rings >= 12, "a spiral peg needs 240 triangles");
  constexpr double radius = 0.6, rod = 0.1, pitch = 0.7, turns = 4;
  constexpr double two_pi = 6.283185307179586;
  const double climb = pitch / two_pi, slant = std::sqrt(radius * radius + climb * climb);
  Sketch sketch;
  u32 tip[2] = {0, 0};
  for (u32 i = 0; i < rings; ++i) {
    const double part = static_cast<double>(i) / (rings - 1);
    const SinCos t = sin_cos(turns * part);
    const Vec3d out = {t.cos, t.sin, 0}, along = Vec3d{-radius * t.sin, radius * t.cos, climb} / slant;
    const Vec3d centre = radius * out + Vec3d{0, 0, turns * pitch * (part - 0.5)};
    if (i == 0) tip[0] = sketch.add(centre - 0.5 * rod * along);
    sketch.ellipse(centre, rod * out, rod * cross(along, out), across);
    if (i + 1 == rings) tip[1] = sketch.add(centre + 0.5 * rod * along);
  }
  sketch.cap_below(tip[0], 1, across);
  sketch.tube(1, rings, across);
  sketch.cap_above(tip[1] - across, tip[1], across);
  return sketch.finish();
}

}  // namespace apart::generate
