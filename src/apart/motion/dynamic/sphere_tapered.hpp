// A moving sphere and a tapered capsule, the convex hull of two balls: a ray against the hull of both balls with the
// sphere's radius added, which is those balls and the cone that touches both.
#pragma once
#include <apart/motion/dynamic/sphere_sphere.hpp>
#include <initializer_list>

namespace apart::motion {

inline std::optional<double> sphere_tapered_enter(Vec3d from, Vec3d by, double radius, Vec3d a, double radius_a,
                                                  Vec3d b, double radius_b) {
  const double ra = radius_a + radius, rb = radius_b + radius;
  std::optional<double> first;
  const auto take = [&](double time) {
    if (time >= 0 && time <= 1 && (!first || time < *first)) first = time;
  };
  if (const MaybeTimes times = sphere_sphere(from - a, by, ra)) take(times->enter);
  if (const MaybeTimes times = sphere_sphere(from - b, by, rb)) take(times->enter);
  const double size = length(b - a), slope = (ra - rb) / size;  // sine of the cone's half angle
  if (!(std::abs(slope) < 1)) return first;                     // one ball holds the other
  const Vec3d along = (b - a) / size, start = from - a;
  const double cosine = std::sqrt((1 - slope) * (1 + slope));
  const double h = dot(along, start), dh = dot(along, by);
  const Vec3d across = start - h * along, aside = by - dh * along;
  // Between the circles in which the cone touches the balls: is a point of the axis at height h, d from it, beside it?
  const auto beside = [&](double time) {
    const double at = h + time * dh, d = length(across + time * aside), foot = at - d * slope / cosine;
    return foot >= 0 && foot <= size && d * cosine <= (ra - at * slope) * (1 + 0x1p-30) + 0x1p-40 * size;
  };
  if (beside(0) && length(across) * cosine <= ra - h * slope) return 0.0;
  // (d · cosine)² = (ra − h · slope)²
  const double c2 = cosine * cosine, r = ra - h * slope, dr = -dh * slope;
  const double A = c2 * squared_length(aside) - dr * dr, B = c2 * dot(across, aside) - r * dr,
               C = c2 * squared_length(across) - r * r;
  if (A == 0) {
    if (B != 0 && beside(-C / (2 * B))) take(-C / (2 * B));
    return first;
  }
  const double square = B * B - A * C;
  if (!(square >= 0)) return first;
  const double q = B > 0 ? -(B + std::sqrt(square)) : std::sqrt(square) - B;
  for (const double time : {q / A, q != 0 ? C / q : q / A})
    if (beside(time)) take(time);
  return first;
}

}  // namespace apart::motion
