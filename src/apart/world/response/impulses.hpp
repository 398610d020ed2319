// Sequential impulses: contacts are solved one after the other, again and again, each by the impulse that ends its
// approach, with accumulated impulses that push only and friction within its cone. Started from those of the last step.
// One thread, in the order given: the same bits always.
#pragma once
#include <apart/base/mat3.hpp>
#include <span>

namespace apart::world {

struct BodyVelocity {
  Vec3d velocity{}, spin{};             // of the centre of mass
  double inverse_mass = 0;              // 0: it does not move
  Mat3d inverse_inertia{{{}, {}, {}}};  // in the world
  Vec3d push{}, twist{};                // what moves bodies that are too near out of each other: no velocity of theirs

  Vec3d at(Vec3d arm) const { return velocity + cross(spin, arm); }
  void kick(double sign, Vec3d impulse, Vec3d arm) {
    velocity += sign * inverse_mass * impulse;
    spin += sign * (inverse_inertia * cross(arm, impulse));
  }
};

struct ContactImpulse {
  u32 a = 0, b = 0;
  Vec3d normal{};          // from A to B, of length 1
  Vec3d arm_a{}, arm_b{};  // from the centres of mass
  double room = 0;         // how much nearer they may come in this step; not negative
  double push = 0;         // how much farther apart they should be
  double friction = 0, restitution = 0;

  // Accumulated. Those of the last step at first.
  double along_normal = 0;
  Vec3d tangential{};

  // Set by prepare().
  Vec3d tangents[2]{};
  double normal_mass = 0;
  double tangent_mass = 0;  // of the direction that is easiest to move
  double approach = 0;      // speed along the normal before any impulse
  double pushed = 0, across[2]{};
};

// Impulses that leave no approach beyond the room of each contact within the time. Where contacts would still come
// nearer by more than `error`, up to ten times as many iterations.
void solve_contacts(std::span<BodyVelocity> bodies, std::span<ContactImpulse> contacts, double time, u32 iterations,
                    double error);
// Contacts that were hit at more than `slowest` part at the restitution's share of that speed.
void add_restitution(std::span<BodyVelocity> bodies, std::span<ContactImpulse> contacts, double slowest,
                     u32 iterations);

}  // namespace apart::world
