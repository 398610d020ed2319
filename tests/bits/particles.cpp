// Rows of apart_bits for particles, distance fields and voxels.
#include <apart/world/distance_field.hpp>
#include <apart/world/particles.hpp>
#include <samples/generate.hpp>

#include "tests/bits/hashed_queries.hpp"
#include "tests/bits/rows.hpp"

namespace apart::bits {
namespace {

bool add(Hash& hash, const std::vector<Particle>& particles) {
  bool all_alive = true;
  for (const Particle& x : particles) {
    hash.add(x.position, x.velocity, x.alive);
    all_alive &= x.alive;
  }
  return all_alive;
}

std::vector<Particle> some_particles(Random& random) {
  std::vector<Particle> out(20);
  for (Particle& x : out) {
    x.position = {0, 0, 3};
    x.position += 0.5 * random.in_ball();
    x.velocity = Vec3d{0, 0, -4} + 2.0 * random.in_ball();
  }
  return out;
}

void ask_fields() {
  for (const bool whole : {true, false}) {
    const Model model = Model::make(generate::torus(0.7, 0.2, 16, 8)).value();
    const double band = whole ? Bounds::kInfinity : 0.1;
    const DistanceField field = DistanceField::make(model, {.cell = 0.05, .band = band}).value();
    query("distance_field", whole ? "whole" : "band", [&](Random& random, Hash& hash) {
      const FieldDistance x = field.at(1.2 * random.in_ball());
      hash.add(x.distance, x.error, x.gradient);
      return x.is_inside();
    });
  }
  const VoxelGrid voxels = VoxelGrid::make(Model::make(generate::cup(500)).value(), 0.05).value();
  query("voxels", "model", [&](Random& random, Hash& hash) {
    const Vec3d from = 1.5 * random.in_ball(), to = 1.5 * random.in_ball();
    const double hit = voxels.first_hit(from, to);
    hash.add(static_cast<int>(voxels.at(from)), hit);
    return hit <= 1;
  });
}

}  // namespace

void ask_particles(const Pieces& p) {
  ask_fields();
  const std::vector<WorldBody> bodies{{.geometry = p.models[3]},
                                      {.geometry = p.models[7], .pose = Pose::shift({0.8, 0.3, 0.5})},
                                      {.geometry = Shape(Box{{8, 8, 1}}), .pose = Pose::shift({0, 0, -1.5})}};
  const World world(bodies);
  query(
      "move_particles", "world",
      [&](Random& random, Hash& hash) {
        std::vector<Particle> particles = some_particles(random);
        const ParticleOptions options{.radius = 0.02, .gravity = {0, 0, -9.81}};
        u64 bounces = 0;
        for (int step = 0; step < 10; ++step) bounces += move_particles(world, particles, 0.1, options);
        hash.add(bounces);
        (void)add(hash, particles);
        return bounces > 40;
      },
      100);
  DepthCamera camera{.pose = Pose::from_matrix({Vec3d{1, 0, 0}, Vec3d{0, -1, 0}, Vec3d{0, 0, -1}}, {0, 0, 4}).value()};
  camera.width = camera.height = 64;
  const DepthBuffer seen(world, camera);
  query("depth_buffer", "world", [&](Random& random, Hash& hash) {
    const DepthHit x = seen.test(2.0 * random.in_ball(), 0.2);
    hash.add(static_cast<int>(x.state), x.point, x.normal, seen.depth(random.below(64), 32));
    return x.state == DepthHit::State::hit;
  });
  query(
      "depth_buffer_move", "world",
      [&](Random& random, Hash& hash) {
        std::vector<Particle> particles = some_particles(random);
        for (int step = 0; step < 20; ++step) hash.add(seen.move(particles, 0.05, 0.3, 0.5));
        return add(hash, particles);
      },
      500);
  query(
      "points_within", "points",
      [](Random& random, Hash& hash) {
        std::vector<Vec3d> points(100);
        for (Vec3d& v : points) v = random.in_box(1);
        const auto methods = broad_methods();
        const BroadOptions options{.method = methods[random.below(static_cast<u32>(methods.size()))]};
        const std::vector<BoxPair> all = points_within(points, random.uniform(0, 0.3), options);
        for (const BoxPair& x : all) hash.add(x.a, x.b);
        return all.size() > 50;
      },
      1000);
}

}  // namespace apart::bits
