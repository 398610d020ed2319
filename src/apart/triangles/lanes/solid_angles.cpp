#include <apart/base/lane_width.hpp>
#include <apart/base/sin_cos.hpp>
#include <apart/base/two_doubles.hpp>
#include <apart/triangles/lanes/solid_angles.hpp>
#include <apart/triangles/overlap.hpp>
#include <numbers>

#define APART_LANES_OF_MACHINE any_machine
#include <apart/triangles/lanes/solid_angles_kernel.hpp>
#undef APART_LANES_OF_MACHINE

namespace apart::triangles {

extern const SolidAngles kSolidAnglesAvx2;

namespace {

constexpr SolidAngles kSolidAngles{fan_in_lanes, triangles_in_lanes};

// The angle of (x, y), whose sign is known.
double signed_angle(int sign, double y, double x) { return sign * angle_of(std::abs(y), x); }

// The angle from a to b about the ray; a corner on its line is where the perturbed origin puts it.
double meridian_angle(const AxisRay& ray, Vec3d a, Vec3d b) {
  const int i = ray.first(), j = ray.second();
  const Vec3d p = ray.origin;
  const auto in_view = [&](Vec3d v) {
    const double x = v[i] - p[i], y = v[j] - p[j];
    return x == 0 && y == 0 ? Vec3d{-1, 0, 0} : Vec3d{x, y, 0};
  };
  const int side = ray.side(orient2d(p, a, b, ray.axis), a, b);
  if (side == 0) return 0;
  const Vec3d u = in_view(a), v = in_view(b);
  return signed_angle(ray.way * side, cross(u, v).z, dot(u, v));
}

}  // namespace

double AngleSum::total() const {
  double sum = 0, turns = 0;
  for (int k = 0; k < 4; ++k) sum += angle_of(im[k], re[k]), turns += half_turns[k];
  return sum + std::numbers::pi * turns;
}

double half_fan_angle(const AxisRay& ray, Vec3d a, Vec3d b) {
  const Vec3d p = ray.origin;
  if (overlap({p, p, p}, {a, b, b})) return 0;
  const Vec3d u = a - p, v = b - p;
  const double lu = length(u), lv = length(v), cosine = dot(u, v) / lu / lv;
  // Of unit vectors: their cross product, and their sum, which cancels where they are opposite.
  const Vec3d across = to_doubles(cross(exact_difference(a, p), exact_difference(b, p))) / lu / lv;
  Vec3d sum = u / lu + v / lv;
  if (cosine < 0) {
    const Vec3d difference = u / lu - v / lv;
    sum = 2.0 * cross(across, difference) / squared_length(difference);
  }
  const double along = ray.way * sum[ray.axis], turn = ray.way * across[ray.axis];
  const double x = 0.5 * squared_length(sum) + std::abs(along);
  return along > 0 ? angle_of(turn, x) - meridian_angle(ray, a, b) : angle_of(-turn, x);
}

HalfSolidAngle half_solid_angle(Vec3d origin, const Triangle& t) {
  const AxisRay ray{origin, 0, 1};
  const AxisCrossing met = crossing(ray, t);
  if (met.contains) return {0, true};
  double angle = 2 * std::numbers::pi * met.sign;
  for (int k = 0; k < 3; ++k) angle += half_fan_angle(ray, t[k], t[(k + 1) % 3]);
  return {angle, false};
}

const SolidAngles& solid_angles() {
  constexpr PerLaneWidth<const SolidAngles*> all{&kSolidAngles, &kSolidAngles, APART_AVX2(&kSolidAnglesAvx2)};
  return *all.of_machine();
}

}  // namespace apart::triangles
