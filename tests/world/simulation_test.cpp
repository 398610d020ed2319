// Bodies that fall, bounce, slide, rest and turn each other: against closed forms, conservation laws, and themselves
// with other numbers of threads.
#include <apart/queries/penetration.hpp>
#include <apart/world/response/simulation_state.hpp>
#include <apart/world/simulation.hpp>
#include <samples/generate.hpp>

#include "tests/support.hpp"

namespace apart {
namespace simulation_test {

SimulatedBody floor_at(double z) {
  SimulatedBody floor{.geometry = Shape(Box{{40, 40, 1}}), .pose = Pose::shift({0, 0, z - 0.5})};
  floor.fixed = true;
  return floor;
}
SimulatedBody box_at(Vec3d at, double side = 1) {
  return {.geometry = Shape(Box{{side, side, side}}), .pose = Pose::shift(at)};
}

TEST(Simulation, FliesAlongAParabola) {
  SimulatedBody stone{.geometry = Shape(Ball{0.1}), .pose = Pose::shift({0, 0, 100})};
  stone.velocity = {3, 0, 10};
  Simulation simulation({&stone, 1});
  const double before = simulation.energy();
  simulation.run(2);
  EXPECT_NEAR(simulation.time(), 2, 1e-12);
  EXPECT_NEAR(simulation.centre(0).x, 6, 1e-10);
  EXPECT_NEAR(simulation.centre(0).z, 100 + 20 - 9.81 * 2, 1e-9);
  EXPECT_NEAR(simulation.energy() / before, 1, 1e-12);
}

// A body that tumbles without torque keeps its energy and its angular momentum; about the middle axis it flips over.
TEST(Simulation, TumblesFreely) {
  SimulatedBody brick{.geometry = Shape(Box{{1, 2, 3}})};
  brick.spin = {0.01, 5, 0.01};
  Simulation simulation({&brick, 1}, {.gravity = {}});
  const double energy = simulation.kinetic_energy();
  const auto momentum = [&] {
    const Vec3d own = transposed_times(simulation.world().pose(0).rotation, simulation.spin(0));
    const Vec3d inertia{13.0 / 12 * 6, 10.0 / 12 * 6, 5.0 / 12 * 6};
    return simulation.world().pose(0).rotation * Vec3d{inertia.x * own.x, inertia.y * own.y, inertia.z * own.z};
  };
  const Vec3d before = momentum();
  bool flipped = false;
  for (int i = 0; i < 240 * 10; ++i) {
    simulation.step();
    flipped = flipped || transposed_times(simulation.world().pose(0).rotation, simulation.spin(0)).y < -4;
    EXPECT_NEAR(simulation.kinetic_energy() / energy, 1, 1e-11);
    EXPECT_NEAR(length(momentum()) / length(before), 1, 1e-11);
  }
  EXPECT_TRUE(flipped);
  EXPECT_LT(length(momentum() - before), 0.01 * length(before));
  EXPECT_LT(length(simulation.centre(0)), 1e-12);
}

TEST(Simulation, BouncesAsHighAsRestitutionHasIt) {
  for (double restitution : {0.0, 0.5, 1.0}) {
    SimulatedBody ball{.geometry = Shape(Ball{0.5}), .pose = Pose::shift({0, 0, 2.5})};
    ball.restitution = restitution;
    const SimulatedBody bodies[] = {floor_at(0), ball};
    Simulation simulation(bodies);
    const double before = simulation.energy();
    double highest = 0;
    bool hit = false;
    for (int i = 0; i < 240 * 2 && !(hit && simulation.velocity(1).z < 0); ++i) {
      simulation.step();
      hit = hit || simulation.velocity(1).z > 0;
      if (hit) highest = std::max(highest, simulation.centre(1).z);
      EXPECT_LE(simulation.energy(), before * (1 + 1e-12));
    }
    if (restitution > 0) {
      EXPECT_NEAR(highest - 0.5, restitution * restitution * 2, 0.04) << restitution;
    }
    EXPECT_GT(simulation.centre(1).z, 0.5);
  }
}

TEST(Simulation, SlidesAsFarAsFrictionLetsIt) {
  SimulatedBody sliding = box_at({0, 0, 0.501});
  sliding.velocity = {4, 0, 0}, sliding.friction = 0.4;
  SimulatedBody floor = floor_at(0);
  floor.friction = 0.4;
  const SimulatedBody bodies[] = {floor, sliding};
  Simulation simulation(bodies);
  simulation.run(2);
  EXPECT_NEAR(simulation.centre(1).x, 16 / (2 * 0.4 * 9.81), 0.03);  // v² / 2μg
  EXPECT_LT(length(simulation.velocity(1)), 1e-6);
  // On a slope it stays below the angle of friction, and slides above it.
  for (double slope : {0.3, 0.5}) {
    SimulatedBody plane{.geometry = Shape(HalfSpace{{-slope, 0, 1}, 0})};
    plane.fixed = true, plane.friction = 0.4;
    SimulatedBody box = box_at({});
    box.friction = 0.4;
    const double size = std::sqrt(1 + slope * slope);
    const Vec3d up = Vec3d{-slope, 0, 1} / size, along = Vec3d{1, 0, slope} / size;
    box.pose = {Mat3d::from_columns(along, {0, 1, 0}, up), 0.501 * up};
    const SimulatedBody both[] = {plane, box};
    Simulation tilted(both, {.sleep = false});
    tilted.run(1);
    const double gone = dot(tilted.centre(1), along);
    EXPECT_NEAR(gone, slope < 0.4 ? 0 : -0.5 * 9.81 * (slope - 0.4) / size, slope < 0.4 ? 1e-3 : 0.02);
  }
}

TEST(Simulation, AStackOfTenRests) {
  std::vector<SimulatedBody> bodies{floor_at(0)};
  for (int i = 0; i < 10; ++i) bodies.push_back(box_at({0, 0, 0.5 + i}));  // exactly on each other
  for (bool sleep : {true, false}) {
    Simulation simulation(bodies, {.sleep = sleep});
    simulation.run(sleep ? 60 : testing::cases(3, 60));
    EXPECT_EQ(simulation.at_rest(), sleep);
    EXPECT_LT(simulation.kinetic_energy(), sleep ? 1e-15 : 1e-3);  // of ten of mass 1 that rock a little
    for (BodyId id = 1; id <= 10; ++id) {
      const Vec3d at = simulation.centre(id);
      EXPECT_NEAR(at.x, 0, 2e-3) << id;
      EXPECT_NEAR(at.y, 0, 2e-3) << id;
      EXPECT_NEAR(at.z, id - 0.5, 0.015) << id;
      EXPECT_GT(simulation.world().pose(id).rotation(2, 2), 1 - 1e-6);
    }
    EXPECT_TRUE(simulation.world().collisions().empty());
  }
}

// A shower of bodies of all kinds; returns a simulation in the middle of it.
Simulation shower(u32 threads, int count, double seconds) {
  const Model torus = Model::make(generate::torus(0.4, 0.15, 12, 8)).value();
  const Model cube = Model::make(generate::box({0.6, 0.5, 0.4})).value();
  Random random(5);
  std::vector<SimulatedBody> bodies{floor_at(0)};
  for (int i = 0; i < count; ++i) {
    const Geometry kinds[] = {Shape(Ball{0.3}), Shape(Box{{0.5, 0.5, 0.5}}), cube, Shape(Capsule{0.2, 0.4}), torus};
    SimulatedBody body{.geometry = kinds[i % 5], .pose = random.pose(0.1)};
    body.pose.translation += Vec3d{0.3 * (i % 2), 0, 0.8 + 1.1 * i};
    body.spin = random.in_box(2), body.restitution = 0.3;
    bodies.push_back(body);
  }
  Simulation simulation(bodies, {.threads = threads});
  simulation.run(seconds);
  return simulation;
}

TEST(Simulation, TheSameBitsForAnyNumberOfThreads) {
  const int count = testing::cases(5, 40);
  const Simulation one = shower(1, count, 0.8), eight = shower(8, count, 0.8);
  EXPECT_GT(one.counts().contacts, 100u);
  EXPECT_EQ(one.counts().contacts, eight.counts().contacts);
  for (BodyId id = 0; id <= BodyId(count); ++id) {
    EXPECT_EQ(one.world().pose(id), eight.world().pose(id)) << id;
    EXPECT_EQ(one.velocity(id), eight.velocity(id)) << id;
    EXPECT_EQ(one.spin(id), eight.spin(id)) << id;
  }
  for (const PairCollision& p : one.world().collisions()) {
    const WorldBody a = one.world().body(p.a), b = one.world().body(p.b);
    EXPECT_LT(penetration(a.geometry, a.pose, b.geometry, b.pose).depth, 4 * one.options().skin)
        << p.a << " and " << p.b << " lost " << one.counts().lost_time;
  }
}

// What a body does in a step, as a motion whose freedom is proven: it ends where the body goes, begins with its
// velocity, and turns the way that it spins, however far.
TEST(Simulation, PathsAreMotions) {
  Random random(4);
  for (int i = 0; i < testing::cases(200, 5000); ++i) {
    world::BodyPath path{.from = random.pose(1), .centre = i % 2 ? random.in_box(1) : Vec3d{}};
    path.by = random.in_box(1), path.turn = random.uniform(0, i % 3 ? 0.3 : 20) * random.direction();
    path.part = i % 5 ? 1 : random.uniform();
    const RigidMotion motion = path.motion(1e-5);
    ASSERT_TRUE(motion.valid());
    const auto differ = [](const Pose& p, const Pose& q) {
      double out = length(p.translation - q.translation);
      for (int k = 0; k < 3; ++k) out = std::max(out, length(p.rotation.rows[k] - q.rotation.rows[k]));
      return out;
    };
    EXPECT_LT(differ(motion.at(0), path.from), 1e-12);
    EXPECT_LT(differ(motion.at(1), path.end()), 1e-12);
    constexpr double soon = 1e-6;
    const Vec3d point = random.in_box(1), at = path.from * point;
    const Vec3d velocity = path.part * (path.by + cross(path.turn, at - path.from * path.centre));
    EXPECT_LT(length((motion.at(soon) * point - at) / soon - velocity), 1e-3) << i;
  }
  EXPECT_TRUE(world::BodyPath{}.is_still());
}

// Bodies much faster than their size in a closed room of thin walls: as they are after `steps` steps.
void stay_in_a_closed_box(u64 seed, int steps, double friction) {
  std::vector<SimulatedBody> bodies;
  for (int k = 0; k < 3; ++k)
    for (double side : {-1.005, 1.005}) {
      Vec3d at{}, size{2.02, 2.02, 2.02};
      at[k] = side, size[k] = 0.01;
      SimulatedBody wall{.geometry = Shape(Box{size}), .pose = Pose::shift(at)};
      wall.fixed = true;
      bodies.push_back(wall);
    }
  Random random(seed);
  const Geometry kinds[] = {Shape(Ball{0.1}), Shape(Box{{0.2, 0.15, 0.1}}), Shape(Capsule{0.03, 0.5}),
                            Model::make(placed(generate::box({0.1, 0.2, 0.2}), Pose::shift({0.05, 0.1, 0}))).value()};
  const u32 count = seed % 4 == 0 ? 4 : 3;
  for (u32 i = 0; i < count; ++i) {
    SimulatedBody body{.geometry = kinds[i], .pose = Pose::shift({-0.6 + 0.4 * i, 0, 0})};
    body.velocity = 60 * random.direction(), body.spin = 40 * random.direction();
    body.restitution = 1, body.friction = friction;
    bodies.push_back(body);
  }
  Simulation simulation(bodies, {.gravity = {}, .step = 0.01, .iterations = 8});
  const double before = simulation.energy();
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    for (BodyId id = 6; id < bodies.size(); ++id)
      ASSERT_LT(largest(abs(simulation.centre(id))), 1) << "seed " << seed << ", body " << id << ", step " << i;
  }
  EXPECT_LE(simulation.energy(), before * (1 + 1e-9)) << seed;
  EXPECT_GT(simulation.counts().impacts, u64(std::min(steps, 100'000)) / 100) << seed;  // they become slower
  // No body is held where it is for long.
  EXPECT_LT(simulation.counts().lost_time, 0.1 * double(count) * steps * 0.01) << seed;
  EXPECT_TRUE(simulation.world().collisions().empty()) << seed;
}
TEST(Simulation, NothingLeavesAClosedBox) {
  for (u64 seed = 0; seed < u64(testing::cases(4, 40)); ++seed)
    stay_in_a_closed_box(seed, testing::cases(150, 2000), seed % 2 ? 0.1 : 0);
}
TEST(Simulation, NothingLeavesAClosedBoxInAMillionSteps) { stay_in_a_closed_box(3, testing::cases(500, 1'000'000), 0); }

// Two gears on hinges: the driven one turns the other way, slower by the number of teeth.
TEST(Simulation, GearsTurnEachOther) {
  // Wheels with pins for teeth: 8 and 12 on circles of radius 0.8 and 1.2, as unions.
  const auto wheel = [](int teeth, double radius) {
    std::vector<Piece> pieces{{Pose{}, Shape(Cylinder{radius - 0.25, 0.3})}};
    for (int i = 0; i < teeth; ++i) {
      const Pose turn = Pose::from_axis_angle({0, 0, 1}, 6.283185307179586 * i / teeth, {}).value();
      pieces.push_back({turn * Pose::shift({radius - 0.1, 0, 0}), Shape(Box{{0.42, 0.12, 0.3}})});
    }
    return Shape(compound(std::move(pieces)));
  };
  SimulatedBody drive{.geometry = wheel(8, 0.8)}, driven{.geometry = wheel(12, 1.2)};
  drive.hinge = driven.hinge = Vec3d{0, 0, 1};
  drive.spin = {0, 0, 3}, drive.density = 50;  // a flywheel
  drive.friction = driven.friction = 0;
  const Pose half_a_tooth = Pose::from_axis_angle({0, 0, 1}, 6.283185307179586 / 24, {}).value();
  driven.pose = Pose::shift({2.05, 0, 0}) * half_a_tooth;
  const SimulatedBody bodies[] = {drive, driven};
  Simulation simulation(bodies, {.gravity = {}, .step = 1.0 / 480});
  const double before = simulation.energy();
  double first = 0, second = 0;
  for (int i = 0; i < 480 * 3; ++i) {
    simulation.step();
    if (i >= 480) first += simulation.spin(0).z, second += simulation.spin(1).z;
    EXPECT_LE(simulation.energy(), before * (1 + 1e-9));
  }
  EXPECT_GT(first, 480 * 2.0);
  EXPECT_NEAR(second / first, -8.0 / 12, 0.1);
  EXPECT_LT(length(simulation.centre(0)), 1e-12);
}

TEST(Simulation, ATowerSettles) {
  // Rings of bricks, each turned by half a brick: 1,000 at night.
  const int layers = testing::cases(5, 100);
  const double radius = 2.6;
  std::vector<SimulatedBody> bodies{floor_at(0)};
  for (int layer = 0; layer < layers; ++layer)
    for (int i = 0; i < 10; ++i) {
      const double turn = 6.283185307179586 * (i + 0.5 * (layer % 2)) / 10;
      SimulatedBody brick{.geometry = Shape(Box{{0.8, 1.3, 0.5}})};
      brick.pose =
          Pose::from_axis_angle({0, 0, 1}, turn, {}).value() * Pose::shift({radius, 0, 0.25 + 0.001 + layer * 0.501});
      bodies.push_back(brick);
    }
  Simulation simulation(bodies, {.impacts = testing::nightly()});
  double top = 0;
  for (int i = 0; i < 240 * testing::cases(4, 30) && !simulation.at_rest(); ++i) simulation.step();
  for (BodyId id = 1; id < bodies.size(); ++id) top = std::max(top, simulation.centre(id).z);
  EXPECT_TRUE(simulation.at_rest()) << simulation.kinetic_energy();
  EXPECT_NEAR(top, 0.5 * layers - 0.25, 0.01 * layers);
}

// A ball that is thirty times as heavy as a brick flies into a wall: hard for the solver, and energy does not grow.
TEST(Simulation, AHeavyBallHitsAWall) {
  for (bool impacts : {true, false}) {
    SimulatedBody ball{.geometry = Shape(Ball{0.3}), .pose = Pose::shift({-1.5, 0.1, 0.6})};
    ball.velocity = {9, 0, 1}, ball.density = 8;
    std::vector<SimulatedBody> bodies{floor_at(0), ball};
    for (int row = 0; row < 4; ++row)
      for (int k = 0; k < 3; ++k)
        bodies.push_back({.geometry = Shape(Box{{0.25, 0.5, 0.25}}),
                          .pose = Pose::shift({0, (k - 1) * 0.52 + (row % 2 ? 0.13 : -0.13), 0.126 + 0.2515 * row})});
    Simulation simulation(bodies, {.impacts = impacts});
    double before = simulation.energy();
    for (int i = 0; i < 240; ++i) {
      simulation.step();
      EXPECT_LE(simulation.energy(), before * (1 + 1e-4)) << i;  // what pushes bodies apart lifts them
      before = simulation.energy();
    }
    EXPECT_GT(simulation.centre(1).x, 0.3) << impacts;  // it went through the wall, by pushing it away
  }
}

TEST(Simulation, WakesWhatIsTouched) {
  SimulatedBody ball{.geometry = Shape(Ball{0.3}), .pose = Pose::shift({-6, 0, 0.31})};
  ball.velocity = {3, 0, 0};
  ball.spin = {0, 10, 0};
  const SimulatedBody bodies[] = {floor_at(0), box_at({0, 0, 0.5}), ball};
  Simulation simulation(bodies);
  simulation.run(1);
  EXPECT_TRUE(simulation.is_asleep(1));
  const Vec3d before = simulation.centre(1);
  simulation.run(1);
  EXPECT_GT(simulation.centre(1).x, before.x + 1e-3);
  EXPECT_LT(simulation.velocity(2).x, 3);
}

TEST(Simulation, SaysWhatCannotBeSimulated) {
  const auto problem = [](SimulatedBody body) {
    const auto found = problem_of({&body, 1});
    return found ? found->what : "";
  };
  SimulatedBody good = box_at({});
  EXPECT_EQ(problem(good), "");
  SimulatedBody bad = good;
  bad.mass = 0;
  EXPECT_EQ(problem(bad), "its mass must be more than 0");
  bad = good, bad.velocity.x = std::nan("");
  EXPECT_EQ(problem(bad), "its velocity is not finite");
  bad = good, bad.spin.x = std::numeric_limits<double>::infinity();
  EXPECT_EQ(problem(bad), "its spin is not finite");
  bad = good, bad.velocity.y = -1e19;
  EXPECT_EQ(problem(bad), "its velocity is more than 1e18");
  bad = good, bad.spin.y = 1e19;
  EXPECT_EQ(problem(bad), "its spin is more than 1e18");
  bad = good, bad.mass = 1e101;
  EXPECT_EQ(problem(bad), "its mass must be from 1e-100 to 1e100");
  bad = good, bad.density = 1e-101;
  EXPECT_EQ(problem(bad), "its mass must be from 1e-100 to 1e100");
  bad = good, bad.restitution = 1.5;
  EXPECT_NE(problem(bad), "");
  bad = good, bad.hinge = Vec3d{};
  EXPECT_NE(problem(bad), "");
  bad = good, bad.geometry = Shape(HalfSpace{{0, 0, 1}, 0});
  EXPECT_NE(problem(bad), "");
  bad.fixed = true;
  EXPECT_EQ(problem(bad), "");
  bad = good, bad.pose.translation.x = std::nan("");
  EXPECT_THROW(Simulation({&bad, 1}), UsageError);
  const SimulatedBody overlapping[] = {box_at({}), box_at({3, 0, 0}), box_at({3.5, 0.2, 0})};
  const auto found = problem_of(overlapping);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->body, 1u);
  EXPECT_EQ(found->other, 2u);
  EXPECT_THROW(Simulation{overlapping}, UsageError);
  const SimulatedBody touching[] = {box_at({}), box_at({1, 0, 0})};
  EXPECT_FALSE(problem_of(touching));
  EXPECT_TRUE(problem_of(touching, {.step = 0}));
  EXPECT_TRUE(problem_of(touching, {.gravity = {0, 0, std::nan("")}}));
  EXPECT_TRUE(problem_of(touching, {.gravity = {0, 0, -1e19}}));
  EXPECT_TRUE(problem_of({}, {.iterations = 0}));
  Simulation nothing({});
  nothing.run(0.1);
  EXPECT_EQ(nothing.energy(), 0);
}

}  // namespace simulation_test
}  // namespace apart
