// Particles: small balls against the bodies of a world, a depth buffer, and each other. Against one model that does not
// move: distance_field.hpp.
#pragma once
#include <apart/world/response.hpp>

namespace apart {

struct Particle {
  Vec3d position{}, velocity{};
  bool alive = true;  // false: it is not moved any more
};

struct ParticleOptions {
  double radius = 0;  // more than 0
  Vec3d gravity{};
  double restitution = 0.5;
  u32 most_bounces = 16;  // of one particle in one call; then it stays where it is
  u32 threads = 1;        // 0: all; the motion does not depend on it
};

// Moves particles for a time as balls that fly straight and bounce off the bodies (fly() of response.hpp): none passes
// through a body. Those that are not finite, or inside a body at the start, are no longer alive. Returns the bounces.
u64 move_particles(const World& world, std::span<Particle> particles, double time, const ParticleOptions& options);

// What is seen of a world from a point, as a picture of depths and normals: an approximate collider for many particles,
// which knows the visible surfaces alone.
struct DepthCamera {
  Pose pose{};            // it looks along its z axis, x to the right and y down
  double half_width = 1;  // of the picture, one unit away
  u32 width = 256, height = 256;
  double far = 1e6;
};
struct DepthHit {
  enum class State {
    free,    // in front of what is seen, or outside the picture
    hit,     // in the surface, no deeper than its thickness
    behind,  // deeper: hidden, and nothing is known
  };
  State state = State::free;
  Vec3d point{}, normal{};  // of the surface, if hit
};
class DepthBuffer {
 public:
  // By a ray through the middle of each pixel.
  DepthBuffer(const World& world, const DepthCamera& camera, u32 threads = 1);

  double depth(u32 column, u32 row) const { return depths_[std::size_t(row) * camera_.width + column]; }
  DepthHit test(Vec3d point, double thickness) const;
  // Moves particles straight for a time: those that reach a surface are put back on it and reflected, those that come
  // out behind it are no longer alive. Returns the number of those that were reflected.
  u64 move(std::span<Particle> particles, double time, double thickness, double restitution) const;

 private:
  DepthCamera camera_;
  std::vector<double> depths_;  // along the z axis of the camera; infinite where nothing is
  std::vector<Vec3d> normals_;  // in the world
};

// All pairs of points no farther apart than the radius, sorted: by a grid, a tree or any other broad phase.
std::vector<BoxPair> points_within(std::span<const Vec3d> points, double radius, const BroadOptions& options = {});

}  // namespace apart
