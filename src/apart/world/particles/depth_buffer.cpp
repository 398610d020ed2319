#include <apart/base/assert.hpp>
#include <apart/base/workers.hpp>
#include <apart/world/particles.hpp>
#include <cmath>

namespace apart {

DepthBuffer::DepthBuffer(const World& world, const DepthCamera& camera, u32 threads) : camera_(camera) {
  APART_ASSERT(camera.width > 0 && camera.height > 0 && camera.half_width > 0, "a picture of some size");
  const std::size_t count = std::size_t(camera.width) * camera.height;
  depths_.assign(count, Bounds::kInfinity);
  normals_.assign(count, {});
  const double pixel = 2 * camera.half_width / camera.width;
  Workers(threads).for_ranges(count, 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t column = i % camera.width, row = i / camera.width;
      const double x = (double(column) + 0.5) * pixel - camera.half_width;
      const double y = (double(row) + 0.5 - 0.5 * camera.height) * pixel;
      const WorldRayHit hit = world.cast(
          {.origin = camera.pose.translation, .direction = camera.pose.rotate({x, y, 1}), .t_max = camera.far});
      if (!hit || hit.hit.status == Status::invalid) continue;
      depths_[i] = hit.hit.t;  // the direction is 1 long along z
      const Vec3d n = hit.hit.normal;
      normals_[i] = dot(n, camera.pose.rotate({x, y, 1})) > 0 ? -n : n;  // the side that is seen
    }
  });
}

DepthHit DepthBuffer::test(Vec3d point, double thickness) const {
  const Vec3d p = inverse(camera_.pose) * point;
  if (!(p.z > 0)) return {};
  const double pixel = 2 * camera_.half_width / camera_.width;
  const double column = std::floor((p.x / p.z + camera_.half_width) / pixel);
  const double row = std::floor(p.y / p.z / pixel + 0.5 * camera_.height);
  if (!(column >= 0 && column < camera_.width && row >= 0 && row < camera_.height)) return {};
  const std::size_t i = static_cast<std::size_t>(row) * camera_.width + static_cast<std::size_t>(column);
  if (!(p.z >= depths_[i])) return {};
  if (p.z > depths_[i] + thickness) return {.state = DepthHit::State::behind};
  return {DepthHit::State::hit, camera_.pose * (depths_[i] / p.z * p), normals_[i]};
}

u64 DepthBuffer::move(std::span<Particle> particles, double time, double thickness, double restitution) const {
  u64 hits = 0;
  for (Particle& p : particles) {
    if (!p.alive) continue;
    const Vec3d to = p.position + time * p.velocity;
    const DepthHit hit = test(to, thickness);
    if (hit.state == DepthHit::State::behind || !is_finite(to)) {
      p.alive = false;
    } else if (hit.state == DepthHit::State::hit) {
      p.position = hit.point;
      p.velocity = reflected(p.velocity, hit.normal, restitution);
      ++hits;
    } else {
      p.position = to;
    }
  }
  return hits;
}

}  // namespace apart
