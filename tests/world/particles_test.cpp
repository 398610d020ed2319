// Particles against bodies, fields, voxels, a depth buffer and each other: against exact distances and all pairs.
#include <apart/queries/closest.hpp>
#include <apart/world/distance_field.hpp>
#include <apart/world/particles.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace particles_test {

TEST(Particles, BounceAndNeverPass) {
  WorldBody sheet{Shape(Box{{4, 4, 1e-3}})};
  const World world({&sheet, 1});
  Random random(1);
  std::vector<Particle> particles;
  for (int i = 0; i < 200; ++i)
    particles.push_back({random.in_box(1) + Vec3d{0, 0, 2}, {0, 0, -100 * random.uniform()}});
  particles.push_back({{std::nan(""), 0, 0}, {}});
  particles.push_back({{0, 0, 0}, {}});  // inside
  std::vector<Particle> same = particles;
  const ParticleOptions how{.radius = 0.01, .gravity = {0, 0, -10}, .restitution = 0.5};
  u64 bounces = 0;
  for (int step = 0; step < 30; ++step) {
    bounces += move_particles(world, particles, 0.02, how);
    ParticleOptions all = how;
    all.threads = 4;
    move_particles(world, same, 0.02, all);
  }
  EXPECT_GT(bounces, 100u);
  for (std::size_t i = 0; i < 200; ++i) {
    EXPECT_TRUE(particles[i].alive);
    EXPECT_GT(particles[i].position.z, 0.01);
    EXPECT_EQ(particles[i].position, same[i].position);
  }
  EXPECT_FALSE(particles[200].alive);
  EXPECT_FALSE(particles[201].alive);
  Particle falls{{0, 0, 50}, {1, 0, 0}};
  move_particles(world, {&falls, 1}, 1, how);
  EXPECT_NEAR(falls.position.z, 45, 1e-12);
  EXPECT_NEAR(falls.velocity.z, -10, 1e-12);
}

TEST(Particles, PointsWithinARadius) {
  Random random(2);
  std::vector<Vec3d> points;
  for (int i = 0; i < 400; ++i) points.push_back(random.in_box(1));
  points.push_back(points[0]);
  for (double radius : {0.0, 0.05, 0.2}) {
    std::vector<BoxPair> truth;
    for (u32 a = 0; a < points.size(); ++a)
      for (u32 b = a + 1; b < points.size(); ++b)
        if (length(points[a] - points[b]) <= radius) truth.push_back({a, b});
    EXPECT_FALSE(truth.empty());
    for (BroadMethod method : {BroadMethod::automatic, BroadMethod::grid, BroadMethod::hash, BroadMethod::tree})
      EXPECT_EQ(points_within(points, radius, {.method = method}), truth);
  }
}

TEST(Particles, DistanceFieldsHoldTheirErrors) {
  const Model torus = Model::make(generate::torus(1, 0.4, 24, 16)).value();
  const DistanceField dense = DistanceField::make(torus, {.cell = 0.15, .threads = 2}).value();
  const DistanceField band = DistanceField::make(torus, {.cell = 0.15, .band = 0.05, .room = 2}).value();
  EXPECT_EQ(dense.near_blocks(), dense.blocks());
  EXPECT_LT(band.near_blocks(), band.blocks());
  Random random(3);
  testing::Outcomes inside("points inside", 0.05);
  double most = 0;
  for (int i = 0; i < testing::cases(600, 50000); ++i) {
    const Vec3d p = i % 5 == 0 ? random.in_box(4) : random.in_box(1.4);
    const double truth = closest(torus, p, {.solid = true}).distance;
    for (const DistanceField* field : {&dense, &band}) {
      const FieldDistance found = field->at(p);
      EXPECT_LE(std::abs(found.distance - truth), found.error) << i;
      EXPECT_TRUE(!found.is_inside() || truth < 0);
      EXPECT_TRUE(!found.is_outside() || truth > 0);
      if (field == &dense && largest(abs(p)) < 0.5) most = std::max(most, found.error);
    }
    inside.saw(truth < 0);
  }
  EXPECT_LE(most, 0.15 * 0.8661);
  const Vec3d near{1.45, 0, 0.01};
  EXPECT_GT(dense.at(near).gradient.x, 0.5);  // outwards
  EXPECT_FALSE(bool(DistanceField::make(Model::make(Mesh{}).value())));
  EXPECT_FALSE(bool(DistanceField::make(torus, {.cell = 1e-6})));
}

TEST(Particles, VoxelsMissNothing) {
  const Model torus = Model::make(generate::torus(1, 0.4, 24, 16)).value();
  const VoxelGrid grid = VoxelGrid::make(torus, 0.1, 2).value();
  EXPECT_GT(grid.count(VoxelGrid::Kind::inside), 0u);
  EXPECT_GT(grid.count(VoxelGrid::Kind::outside), 0u);
  Random random(4);
  testing::Outcomes hits("segments that hit", 0.1);
  for (int i = 0; i < testing::cases(1000, 50000); ++i) {
    const Vec3d p = random.in_box(1.5), q = random.in_box(2);
    const double d = closest(torus, p, {.solid = true}).distance;
    const VoxelGrid::Kind kind = grid.at(p);
    EXPECT_TRUE(kind != VoxelGrid::Kind::inside || d < 0);
    EXPECT_TRUE(kind != VoxelGrid::Kind::outside || d > 0);
    EXPECT_TRUE(kind != VoxelGrid::Kind::surface || std::abs(d) < 0.1 * 1.7321);
    const RayHit hit = cast(torus, Ray::segment(p, q));
    if (hit.hit) {
      EXPECT_LE(grid.first_hit(p, q), hit.t + 1e-9);
    }
    hits.saw(hit.hit);
  }
  EXPECT_GT(grid.first_hit({3, 3, 3}, {4, 4, 4}), 1);
  EXPECT_FALSE(bool(VoxelGrid::make(torus, 0)));
}

TEST(Particles, DepthBuffer) {
  const WorldBody wall{Shape(Box{{2, 2, 1}}), Pose::shift({0, 0, 5.5})};
  const DepthBuffer seen(World({&wall, 1}), {.pose = {}, .half_width = 0.5, .width = 64, .height = 64}, 2);
  EXPECT_NEAR(seen.depth(32, 32), 5, 1e-9);
  EXPECT_FALSE(std::isfinite(seen.depth(0, 0)));
  EXPECT_EQ(seen.test({0, 0, 4.9}, 0.3).state, DepthHit::State::free);
  EXPECT_EQ(seen.test({0, 0, 5.9}, 0.3).state, DepthHit::State::behind);
  EXPECT_EQ(seen.test({0, 0, -1}, 0.3).state, DepthHit::State::free);
  const DepthHit hit = seen.test({0.2, 0.1, 5.1}, 0.3);
  EXPECT_EQ(hit.state, DepthHit::State::hit);
  EXPECT_NEAR(hit.point.z, 5, 1e-9);
  EXPECT_LT(length(hit.normal - Vec3d{0, 0, -1}), 1e-9);
  Particle particles[] = {{{0, 0, 4.8}, {0, 0, 3}}, {{0, 0, 6.8}, {0, 0, -3}}, {{0, 0, 1}, {0, 0, 1}}};
  EXPECT_EQ(seen.move(particles, 0.1, 0.3, 0.5), 1u);
  EXPECT_NEAR(particles[0].velocity.z, -1.5, 1e-9);
  EXPECT_FALSE(particles[1].alive);
  EXPECT_NEAR(particles[2].position.z, 1.1, 1e-12);
}

}  // namespace particles_test
}  // namespace apart
