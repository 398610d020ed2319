// What a simulation holds, and the parts of one step.
#pragma once
#include <apart/base/disjoint_sets.hpp>
#include <apart/base/quaternion.hpp>
#include <apart/base/workers.hpp>
#include <apart/world/pair_contacts.hpp>
#include <apart/world/response/body_mass.hpp>
#include <apart/world/response/impulses.hpp>
#include <apart/world/simulation.hpp>
#include <map>

namespace apart::world {

struct DynamicBody {
  Geometry geometry = Shape();
  std::optional<Polytope> polytope;
  BodyMass mass;
  Mat3d inverse_inertia{{{}, {}, {}}};  // in its own frame
  std::optional<Vec3d> hinge;           // of length 1
  bool fixed = false;
  double friction = 0, restitution = 0;
  double size = 0;    // the side of a cube of its volume
  double radius = 0;  // about the centre of mass
  // Less than this through its middle nothing is: of solids along their own axes. 0 where it is not known.
  double thickness = 0;

  Vec3d velocity{}, spin{};
  double still = 0;  // for how long it has hardly moved
  bool asleep = false;
  u32 island = 0;  // of those that fell asleep together

  bool moves() const { return !fixed && !asleep; }
  double speed() const { return length(velocity) + length(spin) * radius; }
};

struct RememberedContact {
  Vec3d on_a{};  // in A's frame
  double along_normal = 0;
  Vec3d tangential{};
};
struct RememberedPair {
  PairCache cache;
  std::vector<RememberedContact> contacts;
  u64 step = 0;  // when it was last a candidate
};

struct FoundContact {
  ContactImpulse impulse;
  Vec3d on_a{}, point{};
  double distance = 0;
};

struct SimulationState {
  SimulationOptions options;
  Workers workers{1};
  World world;
  std::vector<DynamicBody> bodies;
  double time = 0;
  double slow = 0;  // what is slower than this is as good as still
  std::map<BoxPair, RememberedPair> memory;
  std::vector<BoxPair> pairs;  // candidates
  std::vector<FoundContact> found;
  std::vector<SimulatedContact> contacts;
  SimulationCounts counts;

  Vec3d centre(BodyId id) const { return world.pose(id) * bodies[id].mass.centre; }
  Mat3d inertia_in_world(BodyId id, const Mat3d& own) const;
  BodyVelocity velocity_of(BodyId id) const;
  double kinetic_energy(BodyId id, Vec3d velocity, Vec3d spin) const;

  void find_pairs(double dt);
  void find_contacts(double dt);
  void find_contacts_of(const BoxPair& pair, double margin, PairCache& cache, PairContacts& out) const;
  bool wake_touched(double dt);
  // One solution of contacts for a time; returns the share of it that was free of impacts.
  double advance(double dt, bool last);
  // The share of the motions that is proven to be free; with `last` bodies are held instead, and it is 1.
  double free_share(std::vector<Pose>& to, std::vector<RigidMotion>& motions, bool last, double dt);
  void bounce(std::span<BodyVelocity> velocities, std::span<ContactImpulse> impulses,
              std::span<const double> energy_before);
  void limit_energy(std::span<BodyVelocity> velocities, std::span<const ContactImpulse> impulses,
                    std::span<const double> energy_before, std::span<const char> touched);
  DisjointSets islands_of(std::span<const ContactImpulse> impulses) const;
  void remember(double dt);
  void fall_asleep();
};

}  // namespace apart::world
