// Rows of apart_bits for collision response and simulations.
#include <apart/world/response.hpp>
#include <apart/world/simulation.hpp>
#include <samples/generate.hpp>

#include "tests/bits/hashed_queries.hpp"
#include "tests/bits/rows.hpp"

namespace apart::bits {
namespace {

void add(Hash& hash, const Mat3d& m) { hash.add(m.rows[0], m.rows[1], m.rows[2]); }

void ask_forces() {
  query("reflected", "velocities", [](Random& random, Hash& hash) {
    const Vec3d velocity = 3.0 * random.in_ball(), normal = random.direction();
    const double restitution = random.uniform();
    hash.add(reflected(velocity, normal, restitution));
    const Vec3d x = randomly_reflected(velocity, normal, restitution, random.bits());
    hash.add(x);
    return dot(velocity, normal) < 0;
  });
  query("penalty_forces", "contacts", [](Random& random, Hash& hash) {
    std::vector<PairContacts> contacts(3);
    for (PairContacts& pair : contacts) {
      pair.a = random.below(2), pair.b = 2 + random.below(2);
      for (int k = 0; k < 2; ++k) {
        BodyContact x;
        x.normal = random.direction(), x.distance = random.uniform(-0.2, 0.1);
        x.on_a = random.in_ball(), x.on_b = x.on_a + x.distance * x.normal;
        pair.contacts.push_back(x);
      }
    }
    std::vector<PointVelocity> motions(4);
    for (PointVelocity& x : motions)
      x.centre = random.in_ball(), x.velocity = random.in_ball(), x.spin = random.in_ball();
    const PenaltyOptions options{.stiffness = 100, .damping = 2, .friction = 0.5, .grip = random.chance(0.5) ? 1.0 : 0};
    bool any = false;
    for (const Wrench& x : penalty_forces(contacts, motions, options)) {
      hash.add(x.force, x.torque);
      any |= squared_length(x.force) > 0;
    }
    return any;
  });
}

// A room of six walls with a model and a few shapes.
World room(const Pieces& p) {
  std::vector<WorldBody> bodies;
  const Shape floor = Box{{6, 6, 0.5}}, wall = Box{{0.5, 6, 6}}, other = Box{{6, 0.5, 6}};
  for (const double side : {-3.0, 3.0}) {
    bodies.push_back({.geometry = floor, .pose = Pose::shift({0, 0, side}), .fixed = true});
    bodies.push_back({.geometry = wall, .pose = Pose::shift({side, 0, 0}), .fixed = true});
    bodies.push_back({.geometry = other, .pose = Pose::shift({0, side, 0}), .fixed = true});
  }
  bodies.push_back({.geometry = p.models[3], .pose = Pose::shift({1, 0, 0})});
  bodies.push_back({.geometry = p.shapes[8], .pose = Pose::shift({-1, 1, 0.5})});
  return World(bodies);
}

void ask_flights(const Pieces& p) {
  const World world = room(p);
  query(
      "fly", "world",
      [&](Random& random, Hash& hash) {
        const Shape shape = random.chance(0.5) ? Shape(Ball{0.1}) : Shape(Box{{0.2, 0.1, 0.3}});
        const Pose from = random.pose(2);
        const Vec3d velocity = 5.0 * random.in_ball();
        FlightOptions options{.restitution = random.uniform(0.3, 1)};
        options.random = random.chance(0.3), options.seed = random.bits();
        const Flight x = fly(world, shape, from, velocity, 1.5, options);
        hash.add(x.pose.translation, x.velocity, x.time_left, x.status);
        for (const Bounce& bounce : x.bounces) hash.add(bounce.time, bounce.body, bounce.point, bounce.normal);
        return !x.bounces.empty();
      },
      3000);
}

// Each answer is a step, with all that has moved.
void ask_simulation(const char* kind, const std::vector<SimulatedBody>& bodies, u32 steps,
                    const SimulationOptions& options = {}) {
  if (!is_wanted("simulation", kind)) return;
  Simulation simulation(bodies, options);
  query(
      "simulation", kind,
      [&](Random&, Hash& hash) {
        simulation.step();
        for (BodyId id = 0; id < bodies.size(); ++id) {
          const Pose& at = simulation.world().pose(id);
          add(hash, at.rotation);
          hash.add(at.translation, simulation.velocity(id), simulation.spin(id), simulation.is_asleep(id));
        }
        for (const SimulatedContact& x : simulation.contacts())
          hash.add(x.a, x.b, x.point, x.normal, x.distance, x.impulse);
        hash.add(simulation.counts().impacts, simulation.energy());
        return !simulation.contacts().empty();
      },
      steps);
}

void ask_simulations() {
  const SimulatedBody floor{.geometry = Shape(Box{{20, 20, 1}}), .pose = Pose::shift({0, 0, -0.5}), .fixed = true};
  std::vector<SimulatedBody> pile{floor};
  Random random(11);
  for (int i = 0; i < 12; ++i) {
    const Shape shape = i % 3 == 0   ? Shape(Ball{0.3})
                        : i % 3 == 1 ? Shape(Box{{0.5, 0.4, 0.6}})
                                     : Shape(Capsule{.radius = 0.2, .length = 0.5});
    SimulatedBody body{.geometry = shape};
    const Vec3d aside = 0.3 * random.in_ball();
    body.pose = {random.rotation(), Vec3d{aside.x, aside.y, 1.2 + 1.1 * i}};
    body.velocity = random.in_ball(), body.spin = 3.0 * random.in_ball();
    body.restitution = 0.3;
    pile.push_back(body);
  }
  ask_simulation("shapes", pile, 2000);

  std::vector<SimulatedBody> models{floor};
  const Model ring = Model::make(generate::torus(0.7, 0.2, 12, 8)).value();
  const Model block = Model::make(generate::rounded_box({1, 0.8, 0.5}, 0.1, 2)).value();
  for (int i = 0; i < 3; ++i)
    models.push_back({.geometry = i % 2 ? block : ring,
                      .pose = {random.rotation(), {0.1 * i, 0, 1.2 + 1.8 * i}},
                      .spin = random.in_ball()});
  ask_simulation("models", models, 600);

  std::vector<SimulatedBody> fast{floor};
  for (const double side : {-3.0, 3.0}) {
    const Shape wall = Box{{0.05, 6, 6}}, other = Box{{6, 0.05, 6}};
    fast.push_back({.geometry = wall, .pose = Pose::shift({side, 0, 3}), .restitution = 0.9, .fixed = true});
    fast.push_back({.geometry = other, .pose = Pose::shift({0, side, 3}), .restitution = 0.9, .fixed = true});
  }
  fast.push_back({.geometry = Shape(Box{{1, 0.1, 0.2}}), .pose = Pose::shift({0, 1.5, 1}), .hinge = Vec3d{0, 0, 1}});
  fast.push_back({.geometry = Shape(Ball{0.1}), .pose = Pose::shift({0.3, -2, 1}), .velocity = {0, 200, 0}});
  fast.push_back({.geometry = Shape(Box{{0.2, 0.2, 0.2}}),
                  .pose = Pose::shift({1.5, -2, 1}),
                  .velocity = {0, 300, 1},
                  .spin = {5, 7, 9}});
  ask_simulation("fast", fast, 600);
}

}  // namespace

void ask_response(const Pieces& p) {
  ask_forces();
  ask_flights(p);
  ask_simulations();
}

}  // namespace apart::bits
