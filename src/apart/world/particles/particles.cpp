#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/base/workers.hpp>
#include <apart/world/particles.hpp>
#include <cmath>

namespace apart {

u64 move_particles(const World& world, std::span<Particle> particles, double time, const ParticleOptions& options) {
  APART_ASSERT(options.radius > 0 && std::isfinite(options.radius), "the radius is more than 0");
  APART_ASSERT(time >= 0 && std::isfinite(time), "the time is 0 or more");
  const Geometry ball = Shape(Ball{options.radius});
  struct Sum {
    u64 bounces = 0;
    void add(const Sum& other) { bounces += other.bounces; }
  };
  return Workers(options.threads)
      .sum<Sum>(particles.size(), 64,
                [&](std::size_t begin, std::size_t end) {
                  Sum out;
                  for (std::size_t i = begin; i < end; ++i) {
                    Particle& p = particles[i];
                    if (!p.alive) continue;
                    // The mean velocity of the parabola: without a bounce it ends where it should.
                    const Vec3d change = 0.5 * time * options.gravity;
                    Flight flight;
                    flight.status = Status::invalid;
                    if (is_finite(p.position))
                      flight = fly(world, ball, Pose::shift(p.position), p.velocity + change, time,
                                   {.restitution = options.restitution, .most_bounces = options.most_bounces});
                    if (flight.status == Status::invalid) {
                      p.alive = false;
                      continue;
                    }
                    p.position = flight.pose.translation;
                    p.velocity = flight.velocity + change;
                    out.bounces += flight.bounces.size();
                  }
                  return out;
                })
      .bounces;
}

std::vector<BoxPair> points_within(std::span<const Vec3d> points, double radius, const BroadOptions& options) {
  APART_ASSERT(radius >= 0 && std::isfinite(radius), "the radius is 0 or more");
  std::vector<Bounds> boxes;
  boxes.reserve(points.size());
  for (const Vec3d& p : points) {
    const double half = 0.5 * radius * (1 + 1e-12) + 1e-15 * largest(abs(p));
    const Vec3d room{half, half, half};
    boxes.push_back({p - room, p + room});
  }
  std::vector<BoxPair> out = box_pairs(boxes, options);
  std::erase_if(out, [&](const BoxPair& p) { return !(length(points[p.a] - points[p.b]) <= radius); });
  return out;
}

}  // namespace apart
