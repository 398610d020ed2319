// Ray casts on shapes: of a half-space in closed form, of everything else as the cast of a point.
#include <apart/base/normalized.hpp>
#include <apart/queries/cast.hpp>
#include <apart/queries/ray_line.hpp>
#include <apart/shapes/each_piece.hpp>

namespace apart {
namespace {

using namespace queries;

// A ray in the frame of a piece, and what is known of its hit.
struct PieceHit {
  bool hit = false;
  double t = 0;
  Vec3d point{}, normal{1, 0, 0};
  Status status = Status::exact;
};

PieceHit hit_half_space(const HalfSpace& half_space, double radius, const RayLine& ray) {
  const auto [normal, size] = normalized(half_space.normal);
  const Vec3d &origin = ray.line.origin, &direction = ray.line.direction;
  const double height = dot(normal, origin) - half_space.offset / size - radius, rate = dot(normal, direction);
  double t = ray.from;
  if (height + t * rate > 0) {
    if (!(rate < 0)) return {};
    t = larger(height / -rate, t);
    if (t > ray.to) return {};
  }
  return {true, t, origin + t * direction, normal};
}

// The part of the ray inside a box, between from and to.
void clip(const Bounds& box, RayLine& ray) {
  for (int i = 0; i < 3; ++i) {
    const double origin = ray.line.origin[i], direction = ray.line.direction[i];
    // Widened by more than rounding: the box may be flat.
    const double wide = 1e-12 * (std::abs(box.low[i]) + std::abs(box.high[i]) + std::abs(origin));
    const double low = box.low[i] - wide - origin, high = box.high[i] + wide - origin;
    if (std::abs(direction) < 1e-100) {
      if (low > 0 || high < 0) ray.to = -std::numeric_limits<double>::infinity();
      continue;
    }
    ray.from = larger(ray.from, (direction > 0 ? low : high) / direction);
    ray.to = lesser(ray.to, (direction > 0 ? high : low) / direction);
  }
}

PieceHit hit_piece(const Shape& piece, RayLine ray) {
  if (const HalfSpace* half_space = std::get_if<HalfSpace>(&piece.core()))
    return hit_half_space(*half_space, piece.radius(), ray);
  clip(bounds(piece), ray);
  if (!(ray.from <= ray.to)) return {};
  const Vec3d start = ray.line.origin + ray.from * ray.line.direction;
  const Cast touch = cast(piece, Pose::shift(start), Point{}, (ray.to - ray.from) * ray.line.direction);
  if (!touch.hit) return {};
  // Of a ray that starts inside, on_a is where the surface is nearest.
  const Vec3d point = touch.time > 0 ? touch.on_a : touch.on_b;
  return {true, ray.from + touch.time * (ray.to - ray.from), point, touch.normal, touch.status};
}

}  // namespace

RayHit cast(const Shape& shape, const Ray& given) {
  if (!is_usable(given) || !std::isfinite(given.t_min)) return invalid_hit();
  const RayLine ray(given);
  RayHit best;
  u32 count = 0;
  for_each_piece(shape, {}, [&](const Shape& piece, const Pose& pose, double around) {
    const u32 number = count++;
    RayLine local = ray;
    local.line.origin = transposed_times(pose.rotation, ray.line.origin - pose.translation);
    local.line.direction = transposed_times(pose.rotation, ray.line.direction);
    const PieceHit found = hit_piece(piece.with_radius(piece.radius() + around), local);
    const double t = ray.t(found.t);
    if (!found.hit || (best.hit && t >= best.t)) return;
    best.hit = best.front = true, best.t = t;
    best.point = pose * found.point, best.normal = pose.rotate(found.normal);
    best.element = {.piece = number};
    best.status = found.status;
  });
  return best;
}

}  // namespace apart
