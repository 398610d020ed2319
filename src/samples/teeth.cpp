// Two interlocking rows of teeth.
#include <apart/base/sin_cos.hpp>
#include <samples/generate.hpp>
#include <samples/sketch.hpp>

namespace apart::generate {
namespace {

constexpr double kCrown = 0.34, kGum = 0.3;  // heights of a tooth and of the gum under it

// 0 below 0, 1 above 1, smooth between.
double step(double t) {
  t = larger(0.0, lesser(1.0, t));
  return t * t * (3 - 2 * t);
}

// How much of its full height a jaw has at u along the arch (0 to 1) and s across (−1 inside to 1 outside): 0 on the
// gum, 1 on the crowns.
double crown(Jaw jaw, double u, double s) {
  const double along = 14 * u + (jaw == Jaw::upper ? 0.5 : 0),
               from_middle = std::abs(2 * (along - std::floor(along)) - 1);
  const double back = step(std::abs(2 * u - 1));  // molars are wide, incisors are blades
  const double wide = 0.42 + 0.43 * back, edge = 0.3 + 0.12 * back;
  const double tooth = 0.15 + 0.85 * step((1 - from_middle) / 0.3);
  // A tooth is thinner across at its ends.
  const double across = step((wide * (1 - 0.3 * from_middle * from_middle) - std::abs(s)) / edge);
  return tooth * across * step(lesser(u, 1 - u) / 0.03);
}

// The surface between the two jaws: cusps at the back, flat in front.
double bite(double u, double s) {
  return 0.07 * step(std::abs(2 * u - 1)) * sin_cos(28 * u).cos * sin_cos(0.9 * s).cos;
}

double height(Jaw jaw, double u, double s) {
  const double gum = 0.12 * s * s * s * s;
  if (jaw == Jaw::lower) return -kCrown - gum + (kCrown + gum + bite(u, s) - kBite / 2) * crown(jaw, u, s);
  return kCrown + gum - (kCrown + gum - bite(u, s) - kBite / 2) * crown(jaw, u, s);
}

}  // namespace

Mesh teeth(Jaw jaw, u32 triangles) {
  const auto [rings, across] = grid(triangles / 2, 8, 8);
  APART_ASSERT(rings >= 3, "teeth need 48 triangles");
  constexpr double wide = 1, deep = 1.25, half = 0.24;  // of the arch, and of the row
  const double base = (kCrown + kGum) * (jaw == Jaw::lower ? -1 : 1);
  const u32 top = across - 2;
  Sketch sketch;
  for (u32 i = 0; i < rings; ++i) {
    const double u = static_cast<double>(i) / (rings - 1);
    const SinCos t = sin_cos((u - 0.5) * 0.56);
    const Vec3d centre = {wide * t.sin, deep * t.cos, 0};
    Vec3d out = {t.sin / wide, t.cos / deep, 0};
    out = out / length(out);
    const Vec3d along = {out.y, -out.x, 0}, middle = centre + Vec3d{0, 0, base * 0.75};
    if (i == 0) sketch.add(middle - 0.1 * along);
    for (u32 j = 0; j < top; ++j) {
      const double s = 1 - 2.0 * j / (top - 1);
      sketch.add(centre + s * half * out + Vec3d{0, 0, height(jaw, u, s)});
    }
    sketch.add(centre - half * out + Vec3d{0, 0, base});
    sketch.add(centre + half * out + Vec3d{0, 0, base});
    if (i + 1 == rings) sketch.add(middle + 0.1 * along);
  }
  const u32 last = static_cast<u32>(sketch.vertices.size()) - 1;
  sketch.cap_below(0, 1, across);
  sketch.tube(1, rings, across);
  sketch.cap_above(last - across, last, across);
  if (jaw == Jaw::upper)  // built like a lower one, but the other way up
    for (Face& f : sketch.faces) std::swap(f[1], f[2]);
  return sketch.finish();
}

}  // namespace apart::generate
