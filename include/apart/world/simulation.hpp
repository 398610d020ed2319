// Rigid bodies that fall, slide, bounce and come to rest: contacts of a World, sequential impulses with friction, and
// first impacts. Small and exact, for demonstrations, benchmarks and haptics.
#pragma once
#include <apart/world/world.hpp>
#include <optional>
#include <string>

namespace apart {

namespace world {
struct SimulationState;
}

struct SimulatedBody {
  Geometry geometry;
  Pose pose{};
  Vec3d velocity{}, spin{};  // of its centre of mass; radians per unit of time
  double density = 1;
  std::optional<double> mass{};            // instead of the density
  double friction = 0.5, restitution = 0;  // of a pair: the geometric mean; the larger
  bool fixed = false;
  std::optional<Vec3d> hinge{};    // it turns about this direction in the world, and does nothing else
  u32 groups = 1, mask = ~u32(0);  // as of WorldBody
};

struct SimulationOptions {
  Vec3d gravity{0, 0, -9.81};
  double step = 1.0 / 240;
  u32 iterations = 20;
  // Motions that could pass through something are proven to be free before they are made, however fast.
  bool impacts = true;
  bool sleep = true;  // what has come to rest is left alone until it is touched
  // Bodies rest this far from each other. 0: a thousandth of the smallest one's size.
  double skin = 0;
  u32 threads = 1;  // 0: all; the motion does not depend on it
};

// Why bodies cannot be simulated: a mass (from 1e-100 to 1e100), velocity, spin or gravity (up to 1e18) or pose that is
// not usable, no volume, or two that overlap.
struct SimulationProblem {
  BodyId body = 0;  // without meaning if it is the options that are wrong: there is a problem_of({}, options), too
  std::optional<BodyId> other{};
  std::string what;  // "its mass must be more than 0"
};
std::optional<SimulationProblem> problem_of(std::span<const SimulatedBody> bodies,
                                            const SimulationOptions& options = {});

struct SimulatedContact {
  BodyId a = 0, b = 0;
  Vec3d point{}, normal{};  // in the world; from A to B
  double distance = 0, impulse = 0;
};

struct SimulationCounts {
  u64 steps = 0, contacts = 0, impacts = 0;
  double lost_time = 0;  // of single bodies: they were held where they were, for more impacts in a step than are solved
};

// Deterministic: the same bits on every machine, for any number of threads. Ids are places in the list of bodies.
class Simulation {
 public:
  // Throws UsageError if there is a problem_of them.
  explicit Simulation(std::span<const SimulatedBody> bodies, const SimulationOptions& options = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  void step();
  void run(double time);  // as many steps as are nearest to it

  const World& world() const;
  double time() const;
  const SimulationOptions& options() const;  // with the skin that is used
  double mass(BodyId id) const;              // infinite for fixed ones
  Vec3d centre(BodyId id) const;             // of mass, in the world
  Vec3d velocity(BodyId id) const;           // of the centre
  Vec3d spin(BodyId id) const;
  bool is_asleep(BodyId id) const;
  bool at_rest() const;  // all that can move are asleep
  double kinetic_energy() const;
  double energy() const;  // with the potential energy in the field of gravity
  // Of the last step.
  std::span<const SimulatedContact> contacts() const;
  std::span<const BoxPair> candidates() const;  // of the broad phase
  const SimulationCounts& counts() const;

 private:
  using State = world::SimulationState;
  std::unique_ptr<State> state_;
};

}  // namespace apart
