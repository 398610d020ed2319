// A ray as it is computed with.
#pragma once
#include <apart/queries/ray.hpp>
#include <apart/triangles/line_crossing.hpp>
#include <bit>

namespace apart::queries {

inline bool is_usable(const Ray& ray) {
  return is_finite(ray.direction) && ray.direction != Vec3d{} && is_finite(ray.origin) &&
         largest(abs(ray.origin)) <= Pose::kFarthest && !std::isnan(ray.t_min) && !std::isnan(ray.t_max);
}

// The answer for a ray that is not usable.
inline RayHit invalid_hit() {
  RayHit out;
  out.hit = true, out.t = 0, out.status = Status::invalid;
  return out;
}

// x · 2^exponent
inline double scaled(double x, int exponent) {
  if (exponent > -1000 && exponent < 1000) return x * std::bit_cast<double>(static_cast<u64>(1023 + exponent) << 52);
  return std::ldexp(x, exponent);
}
inline Vec3d scaled(Vec3d v, int exponent) {
  return {scaled(v.x, exponent), scaled(v.y, exponent), scaled(v.z, exponent)};
}

// The line of a ray. Its direction is scaled by a power of two: parameters are 2^exponent times those of the ray, or
// minus that if it is reversed.
struct RayLine {
  triangles::Line line;
  double from, to;
  int exponent;
  double sense;

  explicit RayLine(const Ray& ray, bool reversed = false) : sense(reversed ? -1 : 1) {
    const double longest = largest(abs(ray.direction));
    const int field = static_cast<int>(std::bit_cast<u64>(longest) >> 52);
    exponent = field != 0 ? field - 1023 : std::ilogb(longest);
    const Vec3d direction = sense * scaled(ray.direction, -exponent);
    line = {ray.origin, direction, std::abs(direction.x) + std::abs(direction.y) + std::abs(direction.z)};
    from = sense * scaled(reversed ? ray.t_max : ray.t_min, exponent);
    to = sense * scaled(reversed ? ray.t_min : ray.t_max, exponent);
  }
  double t(double parameter) const { return sense * scaled(parameter, -exponent); }
};

}  // namespace apart::queries
