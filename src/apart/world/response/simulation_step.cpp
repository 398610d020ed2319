// One step: contacts, impulses, motions that are proven to be free, bounces.
#include <algorithm>
#include <apart/base/quaternion.hpp>
#include <apart/world/response/simulation_state.hpp>
#include <apart/world/world_state.hpp>

namespace apart {

using namespace world;

namespace {

// Spin in the body's frame after a time without torque: Euler's equations by the implicit midpoint rule, which keeps
// the energy and the length of the angular momentum.
Vec3d spin_after(const DynamicBody& body, Vec3d spin, double time) {
  Vec3d next = spin;
  for (int i = 0; i < 30; ++i) {
    const Vec3d middle = 0.5 * (spin + next);
    const Vec3d better = spin - time * (body.inverse_inertia * cross(middle, body.mass.inertia * middle));
    if (better == next) return next;
    const double change = length(better - next);
    next = better;
    if (change <= 1e-16 * length(spin)) return next;
  }
  return spin;  // too fast to follow: it turns about a fixed axis of its own
}

// Products of rotations drift.
Pose rigid_to_rounding(const Pose& pose) {
  return {rotation_of(normalized(quaternion_of(pose.rotation))), pose.translation};
}

}  // namespace

// Boxes with room for what they may do in a time.
void world::SimulationState::find_pairs(double dt) {
  std::vector<Bounds> boxes;
  for (BodyId id = 0; id < bodies.size(); ++id) {
    const DynamicBody& body = bodies[id];
    const double reach = body.moves() ? (body.speed() + dt * length(options.gravity)) * dt : 0;
    boxes.push_back(grown(world.box(id), lesser(reach, 0.25 * body.size) + options.skin));
  }
  pairs = box_pairs(boxes, {.threads = options.threads});
  std::erase_if(pairs, [&](const BoxPair& p) {
    return !(bodies[p.a].moves() || bodies[p.b].moves()) || !world.is_pair(p.a, p.b);
  });
}

void world::SimulationState::find_contacts(double dt) {
  find_pairs(dt);
  std::vector<RememberedPair*> known;
  for (const BoxPair& p : pairs) {
    RememberedPair& pair = memory[p];
    pair.step = counts.steps;
    known.push_back(&pair);
  }
  std::vector<std::vector<FoundContact>> of_pair(pairs.size());
  workers.for_ranges(pairs.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const BoxPair p = pairs[i];
      const DynamicBody &a = bodies[p.a], &b = bodies[p.b];
      const auto reach = [&](const DynamicBody& body) {
        return body.moves() ? (body.speed() + dt * length(options.gravity)) * dt : 0;
      };
      const double most = a.fixed ? b.size : b.fixed ? a.size : lesser(a.size, b.size);
      // Twice as far: the far end of a rod is faster after a blow to the near one.
      const double way = lesser(2 * (reach(a) + reach(b)), 0.25 * most);
      PairContacts here;
      // Flush to three degrees, as of polytopes, and to what they may turn in the time.
      find_contacts_of(p, 1.5 * options.skin + way, 0.05 + way / most, known[i]->cache, here);
      for (const BodyContact& c : here.contacts) {
        FoundContact f;
        f.point = 0.5 * (c.on_a + c.on_b), f.distance = c.distance;
        f.on_a = inverse(world.pose(p.a)) * f.point;
        f.impulse.a = p.a, f.impulse.b = p.b, f.impulse.normal = c.normal;
        f.impulse.arm_a = f.point - centre(p.a), f.impulse.arm_b = f.point - centre(p.b);
        f.impulse.friction = std::sqrt(a.friction * b.friction);
        f.impulse.restitution = larger(a.restitution, b.restitution);
        f.impulse.room = larger(0.0, c.distance - options.skin);
        f.impulse.push = c.distance < 0.5 * options.skin ? lesser(0.2 * (0.6 * options.skin - c.distance), 0.05 * most)
                                                         : -f.impulse.room;
        // Warm start: from the impulse of the nearest contact of the last step. What is not near the surface yet had a
        // blow there at most, which is over.
        const RememberedContact* best = nullptr;
        double nearest = 0.1 * most;
        for (const RememberedContact& r : known[i]->contacts)
          if (const double away = length(r.on_a - f.on_a); away < nearest) nearest = away, best = &r;
        if (best && f.distance <= 1.1 * options.skin) {
          const double share = dt / options.step;
          f.impulse.along_normal = share * best->along_normal;
          f.impulse.tangential = share * (best->tangential - dot(best->tangential, c.normal) * c.normal);
        }
        of_pair[i].push_back(f);
      }
    }
  });
  found.clear();
  for (const auto& some : of_pair) found.insert(found.end(), some.begin(), some.end());
}

void world::SimulationState::find_contacts_of(const BoxPair& p, double margin, double tilt, PairCache& cache,
                                              PairContacts& out) const {
  const DynamicBody &a = bodies[p.a], &b = bodies[p.b];
  world::find_contacts({a.geometry, world.pose(p.a), a.polytope, a.hull},
                       {b.geometry, world.pose(p.b), b.polytope, b.hull}, margin, cache, out);
  const bool model = std::holds_alternative<Model>(a.geometry) || std::holds_alternative<Model>(b.geometry);
  if (!model || out.contacts.empty()) return;
  add_resting_points({a.geometry, world.pose(p.a), a.surfaces}, {b.geometry, world.pose(p.b), b.surfaces},
                     {margin, 4 * options.skin, tilt}, out);
}

// Those that sleep and are touched wake up, with all that fell asleep with them.
bool world::SimulationState::wake_touched(double dt) {
  std::vector<char> touched(bodies.size(), 0);  // islands
  bool any = false;
  for (const FoundContact& f : found) {
    const ContactImpulse& c = f.impulse;
    const DynamicBody &a = bodies[c.a], &b = bodies[c.b];
    if (!a.asleep && !b.asleep) continue;
    const double closing = (a.speed() + b.speed()) * dt;
    if (f.distance - closing > 1.2 * options.skin) continue;
    touched[a.asleep ? a.island : b.island] = 1, any = true;
  }
  if (!any) return false;
  for (DynamicBody& body : bodies)
    if (body.asleep && touched[body.island]) body.asleep = false, body.still = 0;
  return true;
}

double world::SimulationState::advance(double dt, bool last) {
  find_contacts(dt);
  while (wake_touched(dt)) find_contacts(dt);
  const u32 count = static_cast<u32>(bodies.size());
  std::vector<BodyVelocity> velocities(count);
  std::vector<double> energy_before(count, 0);
  std::vector<Vec3d> middle_spin(count);
  for (BodyId id = 0; id < count; ++id) {
    BodyVelocity& v = velocities[id] = velocity_of(id);
    const DynamicBody& body = bodies[id];
    if (!body.moves()) continue;
    energy_before[id] = kinetic_energy(id, v.velocity, v.spin);
    middle_spin[id] = v.spin;
    if (body.hinge) continue;
    const Mat3d& r = world.pose(id).rotation;
    const Vec3d own = transposed_times(r, v.spin), next = spin_after(body, own, dt);
    v.velocity += dt * options.gravity;
    v.spin = r * next, middle_spin[id] = r * (0.5 * (own + next));
  }
  std::vector<ContactImpulse> impulses;
  for (const FoundContact& f : found) impulses.push_back(f.impulse);
  // At first there is nothing to start from.
  solve_contacts(velocities, impulses, dt, (counts.steps == 0 ? 20 : 1) * options.iterations, 0.1 * options.skin);
  counts.contacts += impulses.size();
  std::vector<char> touched(count, 0);
  for (const ContactImpulse& c : impulses)
    if (c.along_normal > 0 || c.pushed > 0) touched[c.a] = touched[c.b] = 1;
  slow_down(velocities, impulses, energy_before, touched, dt);

  // Where they go. Without contact a body flies along its parabola, to rounding.
  std::vector<BodyPath> paths(count);
  for (BodyId id = 0; id < count; ++id) {
    const DynamicBody& body = bodies[id];
    paths[id].from = world.pose(id), paths[id].centre = body.mass.centre;
    if (!body.moves()) continue;
    const BodyVelocity& v = velocities[id];
    const bool flies = !touched[id] && !body.hinge;
    paths[id].by = dt * v.velocity - (flies ? 0.5 * dt * dt : 0) * options.gravity + v.push;
    paths[id].turn = dt * (flies ? middle_spin[id] : v.spin) + v.twist;
  }
  std::vector<RigidMotion> motions(count);
  const double share = options.impacts ? free_share(paths, motions, last, dt) : 1;

  std::vector<BodyId> moved;
  std::vector<Pose> poses;
  for (BodyId id = 0; id < count; ++id)
    if (bodies[id].moves()) {
      moved.push_back(id);
      poses.push_back(share == 1 || paths[id].is_still() ? paths[id].end() : rigid_to_rounding(motions[id].at(share)));
      // Of the work of gravity, what is done by then.
      const Vec3d centre_then = poses.back() * bodies[id].mass.centre;
      if (!bodies[id].hinge) energy_before[id] += bodies[id].mass.mass * dot(options.gravity, centre_then - centre(id));
    }
  for (std::size_t i = 0; i < moved.size(); ++i)
    if (!touched[moved[i]] && !bodies[moved[i]].hinge)
      velocities[moved[i]].velocity -= (1 - share) * dt * options.gravity;
  bounce(velocities, impulses, energy_before, dt);
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const bool held = poses[i] == world.pose(moved[i]);
    if (held) touched[moved[i]] = 1;
  }
  limit_energy(velocities, impulses, energy_before, touched);
  for (BodyId id : moved)
    if (paths[id].stuck) velocities[id].velocity *= 0.5, velocities[id].spin *= 0.5;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    DynamicBody& body = bodies[moved[i]];
    const BodyVelocity& v = velocities[moved[i]];
    body.velocity = v.velocity;
    // The spin turns with the body, so that its energy stays.
    body.spin = body.hinge ? dot(v.spin, *body.hinge) * *body.hinge
                           : poses[i].rotation * transposed_times(world.pose(moved[i]).rotation, v.spin);
  }
  for (std::size_t i = 0; i < found.size(); ++i) found[i].impulse = impulses[i];
  remember(dt);
  world = world.moved(moved, poses);
  return share;
}

// Restitution, so far as the energy of those that touch each other does not grow: what they had, and the work of
// gravity. What gravity adds in the time is no approach: what rests would bounce on it for ever.
void world::SimulationState::bounce(std::span<BodyVelocity> velocities, std::span<ContactImpulse> impulses,
                                    std::span<const double> energy_before, double dt) {
  const double slowest = 2 * slow + dt * length(options.gravity);
  const bool any = std::any_of(impulses.begin(), impulses.end(), [&](const ContactImpulse& c) {
    return c.restitution > 0 && c.along_normal > 0 && -c.approach > slowest;
  });
  if (!any) return;
  const std::vector<BodyVelocity> before(velocities.begin(), velocities.end());
  add_restitution(velocities, impulses, slowest, 4);
  DisjointSets islands = islands_of(impulses);
  // Energy of an island at v + s · (change of v): constant, linear and square part, and its limit.
  struct Energy {
    double constant = 0, linear = 0, square = 0, most = 0;
  };
  std::vector<Energy> energies(bodies.size());
  for (BodyId id = 0; id < bodies.size(); ++id) {
    if (!bodies[id].moves()) continue;
    const Vec3d dv = velocities[id].velocity - before[id].velocity, dw = velocities[id].spin - before[id].spin;
    const double low = kinetic_energy(id, before[id].velocity, before[id].spin), square = kinetic_energy(id, dv, dw);
    const double high = kinetic_energy(id, velocities[id].velocity, velocities[id].spin);
    Energy& of = energies[islands.root(id)];
    of.constant += low, of.square += square, of.linear += high - low - square, of.most += energy_before[id];
  }
  for (BodyId id = 0; id < bodies.size(); ++id) {
    const Energy& e = energies[islands.root(id)];
    const double room = larger(0.0, e.most - e.constant);
    if (!bodies[id].moves() || e.linear + e.square <= room) continue;
    const double s = e.square > 0 ? 2 * room / (e.linear + std::sqrt(e.linear * e.linear + 4 * e.square * room)) : 0;
    const double share = s >= 0 && s <= 1 ? s : 0;
    velocities[id].velocity = before[id].velocity + share * (velocities[id].velocity - before[id].velocity);
    velocities[id].spin = before[id].spin + share * (velocities[id].spin - before[id].spin);
  }
}

// Contacts do no work: where too few iterations left those that touch each other faster than what they had and what
// gravity is about to give them, all of them are slowed down before they move. At a share s of their velocities they
// have s² of the energy, and gravity does s of the work.
void world::SimulationState::slow_down(std::span<BodyVelocity> velocities, std::span<const ContactImpulse> impulses,
                                       std::span<const double> energy_before, std::span<const char> touched,
                                       double dt) const {
  struct Energy {
    double kinetic = 0, before = 0, work = 0;
    bool touched = false;
  };
  DisjointSets islands = islands_of(impulses);
  std::vector<Energy> energies(bodies.size());
  for (BodyId id = 0; id < bodies.size(); ++id) {
    if (!bodies[id].moves()) continue;
    const Vec3d velocity = velocities[id].velocity;
    Energy& of = energies[islands.root(id)];
    of.kinetic += kinetic_energy(id, velocity, velocities[id].spin), of.before += energy_before[id];
    if (!bodies[id].hinge) of.work += dt * bodies[id].mass.mass * dot(options.gravity, velocity);
    of.touched = of.touched || touched[id];
  }
  for (BodyId id = 0; id < bodies.size(); ++id) {
    const Energy& e = energies[islands.root(id)];
    if (!bodies[id].moves() || !e.touched || !(e.kinetic > e.before + e.work)) continue;
    const double root = std::sqrt(e.work * e.work + 4 * e.kinetic * e.before);
    const double share = e.work > 0 ? (e.work + root) / (2 * e.kinetic) : 2 * e.before / (root - e.work);
    if (!(share < 1)) continue;
    velocities[id].velocity *= share, velocities[id].spin *= share;
  }
}

// The same after they moved: where a motion that was cut short, or a push that moved them apart, left those that touch
// each other more energy than they had and gravity gave them, their velocities shrink to that.
void world::SimulationState::limit_energy(std::span<BodyVelocity> velocities, std::span<const ContactImpulse> impulses,
                                          std::span<const double> energy_before, std::span<const char> touched) {
  DisjointSets islands = islands_of(impulses);
  std::vector<double> now(bodies.size(), 0), most(bodies.size(), 0);
  std::vector<char> any(bodies.size(), 0);
  for (BodyId id = 0; id < bodies.size(); ++id) {
    if (!bodies[id].moves()) continue;
    const u32 island = islands.root(id);
    now[island] += kinetic_energy(id, velocities[id].velocity, velocities[id].spin);
    most[island] += energy_before[id];
    if (touched[id]) any[island] = 1;
  }
  for (BodyId id = 0; id < bodies.size(); ++id) {
    const u32 island = islands.root(id);
    const double limit = larger(0.0, most[island]);
    if (!bodies[id].moves() || !any[island] || !(now[island] > limit)) continue;
    const double scale = std::sqrt(limit / now[island]);
    velocities[id].velocity *= scale, velocities[id].spin *= scale;
  }
}

DisjointSets world::SimulationState::islands_of(std::span<const ContactImpulse> impulses) const {
  DisjointSets out(bodies.size());
  for (const ContactImpulse& c : impulses)
    if (c.along_normal > 0 && !bodies[c.a].fixed && !bodies[c.b].fixed) out.join(c.a, c.b);
  return out;
}

// Impulses of whole steps are where the next one starts from. What stopped an approach is over, and left out.
void world::SimulationState::remember(double dt) {
  contacts.clear();
  for (const FoundContact& f : found)
    contacts.push_back({f.impulse.a, f.impulse.b, f.point, f.impulse.normal, f.distance, f.impulse.along_normal});
  std::erase_if(memory, [&](const auto& entry) {
    const BoxPair& p = entry.first;
    return entry.second.step != counts.steps && (bodies[p.a].moves() || bodies[p.b].moves());
  });
  if (dt < options.step) return;
  for (auto& [pair, known] : memory)
    if (known.step == counts.steps) known.contacts.clear();
  for (const FoundContact& f : found) {
    const ContactImpulse& c = f.impulse;
    const double blow = c.normal_mass * larger(0.0, -c.approach - 2 * dt * length(options.gravity));
    const double share = c.along_normal > blow ? 1 - blow / c.along_normal : 0;
    memory[{c.a, c.b}].contacts.push_back({f.on_a, share * c.along_normal, share * c.tangential});
  }
}

}  // namespace apart
