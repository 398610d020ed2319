// Collision response: how velocities change where bodies meet. Reflection of one body, penalty forces, and a random
// response for when there is no time for a better one. Contacts of many bodies: simulation.hpp.
#pragma once
#include <apart/world/world.hpp>

namespace apart {

// v' = v_p − k·v_n: what is along the surface stays, what enters it is turned back and damped by the restitution k, 0
// to
// 1. A velocity that leaves the surface stays as it is. The normal has length 1 and points out of the surface.
Vec3d reflected(Vec3d velocity, Vec3d normal, double restitution);

// As fast as reflected(), in a direction that is chosen at random of those that leave the surface: the same for the
// same seed. Observers find it as believable as an exact one when many bodies collide.
Vec3d randomly_reflected(Vec3d velocity, Vec3d normal, double restitution, u64 seed);

struct Bounce {
  double time = 0;  // since the start
  BodyId body = 0;  // of the world
  Vec3d point{}, normal{};
};
struct Flight {
  Pose pose{};
  Vec3d velocity{};
  double time_left = 0;  // 0 unless the status is unfinished: more bounces than were allowed
  std::vector<Bounce> bounces;
  // invalid: an argument that is not finite, or it collides with a body at the start.
  Status status = Status::exact;
};
struct FlightOptions {
  double restitution = 1;
  u32 most_bounces = 64;
  bool random = false;  // bounces are randomly_reflected
  u64 seed = 0;
};
// A geometry that flies straight through a world, without turning, and is reflected where it first touches a body; then
// it goes on for the time that remains. It never passes through a body: between bounces it is proven to be free, and it
// turns back at a distance of 1e-4 of its size or less.
Flight fly(const World& world, const Geometry& geometry, const Pose& pose, Vec3d velocity, double time,
           const FlightOptions& options = {});

struct PenaltyOptions {
  double stiffness = 1;  // force per depth
  double damping = 0;    // force per speed of approach
  double friction = 0;   // of the normal force at most; against the sliding
  double grip = 0;       // friction grows with the speed of sliding by this, up to its limit; 0: it is at its limit
};
// The force on B at a contact, the opposite of that on A: a spring along the normal (from A to B, of length 1) with a
// damper, which never pulls, and friction. `velocity` is that of B's point against A's. None where the distance is
// positive.
Vec3d penalty_force(const BodyContact& contact, Vec3d velocity, const PenaltyOptions& options);

// Force and torque about a point of all contacts of one body, from velocities of points.
struct Wrench {
  Vec3d force{}, torque{};
};
struct PointVelocity {
  Vec3d centre{}, velocity{}, spin{};  // of the centre, in the world; in radians per unit of time
  Vec3d at(Vec3d point) const { return velocity + cross(spin, point - centre); }
};
// Of each id of a world: penalty forces of all contacts, with torques about the centres. `motions` has an entry per id.
std::vector<Wrench> penalty_forces(std::span<const PairContacts> contacts, std::span<const PointVelocity> motions,
                                   const PenaltyOptions& options);

}  // namespace apart
