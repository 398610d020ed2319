// What a simulation holds, and the parts of one step.
#pragma once
#include <apart/base/disjoint_sets.hpp>
#include <apart/base/workers.hpp>
#include <apart/world/pair_contacts.hpp>
#include <apart/world/response/body_mass.hpp>
#include <apart/world/response/impulses.hpp>
#include <apart/world/resting_points.hpp>
#include <apart/world/simulation.hpp>
#include <map>

namespace apart::world {

struct DynamicBody {
  Geometry geometry = Shape();
  std::optional<Polytope> polytope;
  std::vector<CorneredSurface> surfaces;  // where models are
  std::vector<Vec3d> hull;                // of a model, where half-spaces are
  BodyMass mass;
  Mat3d inverse_inertia{{{}, {}, {}}};  // in its own frame
  std::optional<Vec3d> hinge;           // of length 1
  bool fixed = false;
  double friction = 0, restitution = 0;
  double size = 0;    // the side of a cube of its volume
  double radius = 0;  // about the centre of mass
  // Of a convex solid: it is nowhere thinner through its middle. 0 where that is not known, or hardly more than the
  // skin.
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

// Where a body goes in a time: its centre of mass straight, and the body turns about it, by any number of turns.
struct BodyPath {
  Pose from{};
  Vec3d centre{};      // of mass, in the body's frame
  Vec3d by{}, turn{};  // radians
  double part = 1;     // it is cut short after this share
  // Its contacts do not keep it from another: it turns so fast that its velocities now say little of where it goes.
  bool stuck = false;

  bool is_still() const { return part == 0 || (by == Vec3d{} && turn == Vec3d{}); }
  Pose end() const;
  // A motion over [0, 1] that begins and ends as it does, with the same velocities at first; those to the `error` and
  // to second order in the angle if the centre of mass is not the frame's origin.
  RigidMotion motion(double error) const;
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
  void find_contacts_of(const BoxPair& pair, double margin, double tilt, PairCache& cache, PairContacts& out) const;
  bool wake_touched(double dt);
  // One solution of contacts for a time; returns the share of it that was free of impacts.
  double advance(double dt, bool last);
  // Sets the motions along the paths, and returns the share of them that is proven to be free; with `last` they are cut
  // short instead, and it is 1.
  double free_share(std::span<BodyPath> paths, std::span<RigidMotion> motions, bool last, double dt);
  // Of a pair that touches: the share after which they may be deeper in each other than they may ever be.
  double share_until_deep(const FoundContact& contact, std::span<const BodyPath> paths) const;
  bool is_left_to_contacts(const FoundContact& contact, std::span<const BodyPath> paths, bool last) const;
  double way_of(BodyId id, const BodyPath& path) const;
  void bounce(std::span<BodyVelocity> velocities, std::span<ContactImpulse> impulses,
              std::span<const double> energy_before, double dt);
  void slow_down(std::span<BodyVelocity> velocities, std::span<const ContactImpulse> impulses,
                 std::span<const double> energy_before, std::span<const char> touched, double dt) const;
  void limit_energy(std::span<BodyVelocity> velocities, std::span<const ContactImpulse> impulses,
                    std::span<const double> energy_before, std::span<const char> touched);
  DisjointSets islands_of(std::span<const ContactImpulse> impulses) const;
  void remember(double dt);
  void fall_asleep();
};

}  // namespace apart::world
