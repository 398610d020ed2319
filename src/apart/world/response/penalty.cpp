#include <apart/base/assert.hpp>
#include <apart/world/response.hpp>

namespace apart {

Vec3d penalty_force(const BodyContact& contact, Vec3d velocity, const PenaltyOptions& options) {
  if (!(contact.distance < 0)) return {};
  const double along = dot(velocity, contact.normal);
  const double push = larger(0.0, -options.stiffness * contact.distance - options.damping * along);
  const Vec3d sliding = velocity - along * contact.normal;
  const double speed = length(sliding);
  if (!(speed > 0)) return push * contact.normal;
  const double most = options.friction * push;
  const double hold = options.grip > 0 ? lesser(most, options.grip * speed) : most;
  return push * contact.normal - (hold / speed) * sliding;
}

std::vector<Wrench> penalty_forces(std::span<const PairContacts> contacts, std::span<const PointVelocity> motions,
                                   const PenaltyOptions& options) {
  std::vector<Wrench> out(motions.size());
  for (const PairContacts& pair : contacts) {
    APART_ASSERT(pair.a < motions.size() && pair.b < motions.size(), "a motion for each id");
    const PointVelocity &a = motions[pair.a], &b = motions[pair.b];
    for (const BodyContact& c : pair.contacts) {
      const Vec3d at = 0.5 * (c.on_a + c.on_b);
      const Vec3d force = penalty_force(c, b.at(at) - a.at(at), options);
      out[pair.b].force += force, out[pair.b].torque += cross(at - b.centre, force);
      out[pair.a].force -= force, out[pair.a].torque -= cross(at - a.centre, force);
    }
  }
  return out;
}

}  // namespace apart
