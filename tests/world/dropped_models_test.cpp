// Models that are not convex, dropped on floors and on each other: they come to rest, and energy does not grow.
#include <algorithm>
#include <apart/base/normalized.hpp>
#include <apart/world/resting_points.hpp>
#include <apart/world/simulation.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace dropped_models_test {

struct Dropped {
  const char* name;
  Mesh mesh;
};
const std::vector<Dropped>& dropped_meshes() {
  static const std::vector<Dropped> all{
      {"gear", generate::gear({.teeth = 8, .module = 0.1, .width = 0.2, .bore = 0.2, .backlash = 0.02})},
      {"large gear", generate::gear({.teeth = 12, .module = 6, .width = 16, .bore = 12, .backlash = 1.5})},
      {"torus", generate::torus(0.5, 0.2, 12, 8)},
      {"wrinkled torus", generate::wrinkled_torus(400)},
      {"cup", generate::cup(500)},
      {"ring", generate::ring(0.5, 0.8, 0.4, 12)},
      {"box", generate::box({1, 0.6, 0.4})}};
  return all;
}

// A floor at z = 0 as a half-space, a shape and a model.
SimulatedBody floor_of(int kind, double size) {
  const Vec3d sides{40 * size, 40 * size, size};
  SimulatedBody out{.geometry = Shape(HalfSpace{{0, 0, 1}, 0})};
  if (kind == 1) out.geometry = Shape(Box{sides});
  if (kind == 2) out.geometry = Model::make(generate::box(sides)).value();
  if (kind > 0) out.pose = Pose::shift({0, 0, -0.5 * size});
  out.fixed = true;
  return out;
}

// Until they rest. In no step the energy grows by more than this of what it takes to lift all by their size.
constexpr double kRounding = 1e-13;
void come_to_rest(std::span<const SimulatedBody> bodies, double size, double seconds, double most = kRounding) {
  Simulation simulation(bodies, {.gravity = {0, 0, -9.81 * size}});  // as long for large ones as for small ones
  double weight = 0;
  for (BodyId id = 1; id < bodies.size(); ++id) weight += simulation.mass(id) * 9.81 * size;
  const double start = simulation.energy();
  double before = start, grew = 0;
  while (simulation.time() < seconds && !simulation.at_rest()) {
    simulation.step();
    grew = std::max(grew, simulation.energy() - before);
    before = simulation.energy();
    ASSERT_LE(before, start + most * weight * size);
  }
  EXPECT_LE(grew, most * weight * size);
  EXPECT_TRUE(simulation.at_rest()) << simulation.kinetic_energy() / (weight * size);
  EXPECT_TRUE(simulation.world().collisions().empty());
  for (BodyId id = 1; id < bodies.size(); ++id) {
    EXPECT_GT(simulation.centre(id).z, 0);
    EXPECT_LT(simulation.centre(id).z, double(bodies.size()) * size);
  }
}

TEST(DroppedModels, ComeToRest) {
  const int seeds = testing::cases(2, 6);
  for (std::size_t k = 0; k < dropped_meshes().size(); ++k)
    for (int seed = 0; seed < seeds; ++seed)
      for (int floor = 0; floor < 3; ++floor) {
        if (!testing::nightly() && floor != (int(k) + seed) % 3) continue;
        const Dropped& what = dropped_meshes()[k];
        SCOPED_TRACE(std::string(what.name) + ", floor " + std::to_string(floor) + ", seed " + std::to_string(seed));
        const Bounds box = bounds_of(what.mesh);
        const double size = length(box.size());
        Random random(u64(seed) + 1);
        SimulatedBody body{.geometry = Model::make(what.mesh).value(), .pose = random.pose(0)};
        body.pose.translation = Vec3d{0, 0, size * random.uniform(0.6, 2)} - body.pose.rotate(box.centre());
        body.spin = random.in_box(2), body.restitution = seed % 2 ? 0.4 : 0;
        const SimulatedBody both[] = {floor_of(floor, size), body};
        come_to_rest(both, size, 20);
      }
}

// Where one sinks into another by more than half the skin, it is pushed out, and lifted by a small part of the skin.
TEST(DroppedModels, ComeToRestOnEachOther) {
  for (int seed = 0; seed < testing::cases(2, 12); ++seed) {
    SCOPED_TRACE(seed);
    Random random(u64(seed) + 20);
    std::vector<SimulatedBody> bodies{floor_of(seed % 3, 1)};
    for (int i = 0; i < 3; ++i) {
      const Mesh& mesh = dropped_meshes()[std::size_t{seed % 2 ? std::size_t(i) * 2 : 5 + std::size_t(i) % 2}].mesh;
      const Vec3d middle = bounds_of(mesh).centre();
      SimulatedBody body{.geometry = Model::make(mesh).value(), .pose = random.pose(0)};
      body.pose.translation = Vec3d{0.2 * i, 0, 1.5 + 2.5 * i} - body.pose.rotate(middle);
      bodies.push_back(body);
    }
    come_to_rest(bodies, 1, 60, 0.1 * 1e-3);  // a cup may roll for long
  }
}

// Shapes with corners on a floor that is a model, where their contacts are local minima, too: a box, a capsule, a
// union.
TEST(DroppedModels, ShapesComeToRestOnAModel) {
  std::vector<Piece> table{{Pose::shift({0, 0, 0.4}), Shape(Box{{1, 1, 0.1}})}};
  for (double x : {-0.4, 0.4})
    for (double y : {-0.4, 0.4}) table.push_back({Pose::shift({x, y, 0}), Shape(Box{{0.1, 0.1, 0.8}})});
  const Shape shapes[] = {Box{{1, 0.6, 0.4}}, Capsule{0.2, 0.8}, compound(table)};
  for (const Shape& shape : shapes)
    for (int seed = 0; seed < testing::cases(1, 12); ++seed) {
      SCOPED_TRACE(std::to_string(int(shape.kind())) + ", seed " + std::to_string(seed));
      Random random(u64(seed) + 3);
      SimulatedBody body{.geometry = shape, .pose = random.pose(0)};
      body.pose.translation = {0, 0, random.uniform(1, 2)};
      const SimulatedBody both[] = {floor_of(2, 1), body};
      come_to_rest(both, 1, 20);
    }
}

// The points on which a tilted cube rests: its corners above a floor, and where edges of two cubes cross.
TEST(DroppedModels, RestingPointsOfATiltedCube) {
  const Geometry cube = Model::make(generate::box({1, 1, 1})).value();
  const Geometry floor = Model::make(generate::box({8, 8, 1})).value();
  const auto points = [&](const Geometry& below, const Pose& at, double margin) {
    const Pose lower = Pose::shift({0, 0, -0.5});
    const auto a = world::cornered_surfaces(below), b = world::cornered_surfaces(cube);
    PairContacts out;
    world::add_resting_points({below, lower, a}, {cube, at, b}, {margin, 0.01, 0.05}, out);
    return out.contacts;
  };
  Random random(6);
  testing::Outcomes near("corners near the floor", 0.05);
  for (int i = 0; i < testing::cases(200, 5000); ++i) {
    const Vec3d flat = normalized(Vec3d{random.uniform(-1, 1), random.uniform(-1, 1), 0}).unit;
    const double tilt = random.uniform(0, 0.04), margin = random.uniform(0.005, 0.05);
    const Pose at =
        Pose::shift({0, 0, 0.5 + random.uniform(0.0, 0.03)}) * Pose::from_axis_angle(flat, tilt, {}).value();
    std::vector<double> heights, found;
    for (double x : {-0.5, 0.5})
      for (double y : {-0.5, 0.5})
        for (double z : {-0.5, 0.5}) {
          const double height = (at * Vec3d{x, y, z}).z;
          near.saw(height <= margin);
          if (height <= margin && height >= -0.01) heights.push_back(height);
        }
    for (const BodyContact& c : points(floor, at, margin)) {
      EXPECT_NEAR(c.normal.z, 1, 1e-12);
      EXPECT_NEAR(c.on_a.z, 0, 1e-12);
      EXPECT_NEAR(c.on_b.z, c.distance, 1e-12);
      found.push_back(c.distance);
    }
    std::sort(heights.begin(), heights.end()), std::sort(found.begin(), found.end());
    ASSERT_EQ(found.size(), heights.size()) << i;
    for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], heights[k], 1e-12);
  }
  // Tilted by more, the edge that is down is left; turned by 45 degrees on another cube, eight crossings.
  const Pose steep = Pose::shift({0, 0, 0.6}) * Pose::from_axis_angle({1, 0, 0}, 0.2, {}).value();
  EXPECT_EQ(points(floor, steep, 0.5).size(), 2u);
  for (double degrees : {45.0, 2.0}) {
    const Pose turned = Pose::shift({0, 0, 0.502}) * Pose::from_axis_angle({0.6, 0.8, 0}, 0.001, {}).value() *
                        Pose::from_axis_angle({0, 0, 1}, degrees / 180 * 3.141592653589793, {}).value();
    const auto crossings = points(cube, turned, 0.01);
    EXPECT_EQ(crossings.size(), 8u) << degrees;
    for (const BodyContact& c : crossings) {
      EXPECT_GT(c.normal.z, 0.999);
      EXPECT_NEAR(c.distance, 0.002, 1e-3);
    }
  }
}

// Nothing to lift, nothing to spend: what is nearer than half the skin and has no speed at all is moved apart.
TEST(DroppedModels, WhatIsStillAndTooNearIsMovedApart) {
  const Model cube = Model::make(generate::box({1, 1, 1})).value();
  for (double z : {0.5, 0.5002, 0.4995}) {
    const SimulatedBody bodies[] = {floor_of(0, 1), {.geometry = cube, .pose = Pose::shift({0, 0, z})}};
    Simulation simulation(bodies);
    simulation.run(2);
    EXPECT_TRUE(simulation.at_rest()) << z;
    EXPECT_NEAR(simulation.centre(1).z, 0.5, 1.5e-3) << z;
    EXPECT_GT(simulation.centre(1).z, 0.5) << z;
  }
}

}  // namespace dropped_models_test
}  // namespace apart
