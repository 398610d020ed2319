#include <apart/base/bounds.hpp>
#include <apart/world/response/impulses.hpp>

namespace apart::world {
namespace {

Vec3d relative_velocity(const ContactImpulse& c, const BodyVelocity& a, const BodyVelocity& b) {
  return b.at(c.arm_b) - a.at(c.arm_a);
}

// How much velocity along `to` an impulse along `by` gives.
double response(const ContactImpulse& c, const BodyVelocity& a, const BodyVelocity& b, Vec3d by, Vec3d to) {
  const Vec3d turn_a = cross(a.inverse_inertia * cross(c.arm_a, by), c.arm_a);
  const Vec3d turn_b = cross(b.inverse_inertia * cross(c.arm_b, by), c.arm_b);
  return (a.inverse_mass + b.inverse_mass) * dot(by, to) + dot(turn_a + turn_b, to);
}

void apply(const ContactImpulse& c, BodyVelocity& a, BodyVelocity& b, Vec3d impulse) {
  a.kick(-1, impulse, c.arm_a);
  b.kick(1, impulse, c.arm_b);
}

void prepare(ContactImpulse& c, const BodyVelocity& a, const BodyVelocity& b) {
  const Vec3d n = c.normal;
  const Vec3d away = abs(n);
  const Vec3d axis = away.x <= away.y && away.x <= away.z ? Vec3d{1, 0, 0}
                     : away.y <= away.z                   ? Vec3d{0, 1, 0}
                                                          : Vec3d{0, 0, 1};
  const Vec3d side = cross(n, axis);
  c.tangents[0] = side / length(side);
  c.tangents[1] = cross(n, c.tangents[0]);
  const double k = response(c, a, b, n, n);
  c.normal_mass = k > 0 ? 1 / k : 0;
  // One number for both tangents: then what is cut off at the cone is opposed to the sliding.
  const double xx = response(c, a, b, c.tangents[0], c.tangents[0]),
               yy = response(c, a, b, c.tangents[1], c.tangents[1]);
  const double xy = response(c, a, b, c.tangents[0], c.tangents[1]);
  const double most = 0.5 * (xx + yy + std::sqrt((xx - yy) * (xx - yy) + 4 * xy * xy));
  c.tangent_mass = most > 0 ? 1 / most : 0;
  c.approach = dot(relative_velocity(c, a, b), n);
  for (int i = 0; i < 2; ++i) c.across[i] = dot(c.tangential, c.tangents[i]);
  c.pushed = 0;
}

void solve_friction(ContactImpulse& c, BodyVelocity& a, BodyVelocity& b) {
  const Vec3d v = relative_velocity(c, a, b);
  double to[2];
  for (int i = 0; i < 2; ++i) to[i] = c.across[i] - c.tangent_mass * dot(v, c.tangents[i]);
  const double most = c.friction * c.along_normal, size = std::sqrt(to[0] * to[0] + to[1] * to[1]);
  if (size > most)
    for (double& t : to) t *= most / size;
  apply(c, a, b, (to[0] - c.across[0]) * c.tangents[0] + (to[1] - c.across[1]) * c.tangents[1]);
  c.across[0] = to[0], c.across[1] = to[1];
}

// The speed along the normal becomes at least `least`. Returns what was missing.
double solve_normal(ContactImpulse& c, BodyVelocity& a, BodyVelocity& b, double least) {
  const double speed = dot(relative_velocity(c, a, b), c.normal);
  const double to = larger(0.0, c.along_normal + c.normal_mass * (least - speed));
  apply(c, a, b, (to - c.along_normal) * c.normal);
  c.along_normal = to;
  return least - speed;
}

// Returns what was missing.
double solve_push(ContactImpulse& c, BodyVelocity& a, BodyVelocity& b) {
  const Vec3d v = b.push + cross(b.twist, c.arm_b) - a.push - cross(a.twist, c.arm_a);
  const double missing = c.push - dot(v, c.normal), to = larger(0.0, c.pushed + c.normal_mass * missing);
  const Vec3d by = (to - c.pushed) * c.normal;
  a.push -= a.inverse_mass * by, a.twist -= a.inverse_inertia * cross(c.arm_a, by);
  b.push += b.inverse_mass * by, b.twist += b.inverse_inertia * cross(c.arm_b, by);
  c.pushed = to;
  return missing;
}

}  // namespace

void solve_contacts(std::span<BodyVelocity> bodies, std::span<ContactImpulse> contacts, double time, u32 iterations,
                    double error) {
  double most = 0;  // to push
  for (ContactImpulse& c : contacts) prepare(c, bodies[c.a], bodies[c.b]), most = larger(most, c.push);
  for (const ContactImpulse& c : contacts)
    apply(c, bodies[c.a], bodies[c.b],
          c.along_normal * c.normal + c.across[0] * c.tangents[0] + c.across[1] * c.tangents[1]);
  // To and fro, so that no side of a body is always the first.
  double nearer = Bounds::kInfinity;
  for (u32 i = 0; i < iterations || (nearer > error && i < 10 * iterations); ++i) {
    nearer = 0;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      ContactImpulse& c = contacts[i % 2 == 0 ? k : contacts.size() - 1 - k];
      BodyVelocity &a = bodies[c.a], &b = bodies[c.b];
      solve_friction(c, a, b);
      nearer = larger(nearer, time * solve_normal(c, a, b, -c.room / time));
    }
  }
  // Rare, and wrong in the other direction as long as it is not solved: to a tenth.
  double missing = most;
  for (u32 i = 0; missing > 0.1 * most && i < 20 * iterations; ++i) {
    missing = 0;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      ContactImpulse& c = contacts[i % 2 == 0 ? k : contacts.size() - 1 - k];
      missing = larger(missing, solve_push(c, bodies[c.a], bodies[c.b]));
    }
  }
  for (ContactImpulse& c : contacts) c.tangential = c.across[0] * c.tangents[0] + c.across[1] * c.tangents[1];
}

void add_restitution(std::span<BodyVelocity> bodies, std::span<ContactImpulse> contacts, double slowest,
                     u32 iterations) {
  for (u32 i = 0; i < iterations; ++i)
    for (ContactImpulse& c : contacts)
      if (c.restitution > 0 && c.along_normal > 0 && -c.approach > slowest)
        solve_normal(c, bodies[c.a], bodies[c.b], -c.restitution * c.approach);
}

}  // namespace apart::world
