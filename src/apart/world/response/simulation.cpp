#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/shapes/hull.hpp>
#include <apart/world/response/simulation_state.hpp>
#include <apart/world/world_state.hpp>
#include <cmath>

namespace apart {

using namespace world;

static SimulationOptions with_skin(std::span<const SimulatedBody> bodies, SimulationOptions options) {
  if (options.skin > 0) return options;
  double least = Bounds::kInfinity;
  for (const SimulatedBody& body : bodies)
    if (!body.fixed) least = lesser(least, size_of(body.geometry));
  options.skin = least < Bounds::kInfinity ? 1e-3 * least : 1e-3;
  return options;
}

static World world_of(std::span<const SimulatedBody> bodies, u32 threads) {
  std::vector<WorldBody> all;
  for (const SimulatedBody& body : bodies)
    all.push_back({body.geometry, body.pose, body.groups, body.mask, body.fixed});
  return World(all, {.threads = threads, .filter = {}});
}

// Of a model and of a union it is not known, nor of a hull, which may lie across the axes.
static double thickness_of(const Geometry& geometry) {
  const Shape* const shape = std::get_if<Shape>(&geometry);
  if (!shape) return 0;
  switch (shape->kind()) {
    case CoreKind::triangle:
    case CoreKind::segment:
    case CoreKind::polytope:
    case CoreKind::compound:
      return 2 * shape->radius();
    case CoreKind::half_space:
      return Bounds::kInfinity;
    default: {
      const Vec3d size = bounds(*shape).size();
      return lesser(size.x, lesser(size.y, size.z));
    }
  }
}

Simulation::Simulation(std::span<const SimulatedBody> bodies, const SimulationOptions& options) : state_(new State) {
  const std::optional<SimulationProblem> problem = problem_of(bodies, options);
  APART_ASSERT(!problem, "bodies that can be simulated: see problem_of()");
  State& s = *state_;
  s.options = with_skin(bodies, options);
  s.workers = Workers(options.threads);
  s.world = world_of(bodies, options.threads);
  const auto any = [&](auto is) { return std::any_of(bodies.begin(), bodies.end(), is); };
  const bool models = any([](const SimulatedBody& b) { return std::holds_alternative<Model>(b.geometry); });
  const bool half_spaces = any([](const SimulatedBody& b) {
    const Shape* const shape = std::get_if<Shape>(&b.geometry);
    return shape && shape->kind() == CoreKind::half_space;
  });
  double least = Bounds::kInfinity;
  for (const SimulatedBody& body : bodies) {
    DynamicBody& to = s.bodies.emplace_back();
    to.geometry = body.geometry, to.polytope = polytope_of(body.geometry);
    if (models) to.surfaces = cornered_surfaces(body.geometry);
    if (const Model* const model = std::get_if<Model>(&body.geometry); model && half_spaces)
      to.hull = convex_hull(model->mesh().vertices()).vertices;
    if (const double thickness = thickness_of(body.geometry); thickness > 10 * s.options.skin) to.thickness = thickness;
    to.fixed = body.fixed, to.friction = body.friction, to.restitution = body.restitution;
    if (body.fixed) continue;
    to.mass = body_mass(body.geometry, body.density);
    if (body.mass) {
      const double scale = *body.mass / to.mass.mass;
      to.mass.mass = *body.mass;
      for (Vec3d& row : to.mass.inertia.rows) row *= scale;
    }
    to.inverse_inertia = inverse_of(to.mass.inertia);
    to.size = size_of(body.geometry);
    const Bounds box = body_box(body.geometry, Pose{});
    to.radius = length(larger(abs(box.low - to.mass.centre), abs(box.high - to.mass.centre)));
    to.velocity = body.velocity, to.spin = body.spin;
    if (body.hinge) {
      to.hinge = *body.hinge / length(*body.hinge);
      to.velocity = {}, to.spin = dot(to.spin, *to.hinge) * *to.hinge;
    }
    least = lesser(least, to.size);
  }
  s.slow = least < Bounds::kInfinity ? 0.01 * std::sqrt(length(options.gravity) * least) : 0;
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Mat3d world::SimulationState::inertia_in_world(BodyId id, const Mat3d& own) const {
  const Mat3d& r = world.pose(id).rotation;
  return r * own * transposed(r);
}

BodyVelocity world::SimulationState::velocity_of(BodyId id) const {
  const DynamicBody& body = bodies[id];
  BodyVelocity out{.velocity = body.velocity, .spin = body.spin};
  if (body.fixed) return out;
  if (!body.hinge) {
    out.inverse_mass = 1 / body.mass.mass;
    out.inverse_inertia = inertia_in_world(id, body.inverse_inertia);
    return out;
  }
  const Vec3d axis = *body.hinge;
  const double moment = dot(axis, inertia_in_world(id, body.mass.inertia) * axis);
  for (int i = 0; i < 3; ++i) out.inverse_inertia.rows[i] = axis[i] / moment * axis;
  return out;
}

double world::SimulationState::kinetic_energy(BodyId id, Vec3d velocity, Vec3d spin) const {
  const DynamicBody& body = bodies[id];
  if (body.fixed) return 0;
  const Vec3d own = transposed_times(world.pose(id).rotation, spin);
  return 0.5 * (body.mass.mass * dot(velocity, velocity) + dot(own, body.mass.inertia * own));
}

// What solves contacts of one step. After an impact the step goes on with the time that remains.
void Simulation::step() {
  State& s = *state_;
  constexpr int most = 8;
  double left = s.options.step;
  for (int k = 0; k < most && left > 0; ++k) {
    const double share = s.advance(left, k + 1 == most);
    if (share == 1) break;
    left -= share * left;
    ++s.counts.impacts;
  }
  if (s.options.sleep) s.fall_asleep();
  ++s.counts.steps;
  s.time = double(s.counts.steps) * s.options.step;
}

void Simulation::run(double time) {
  for (double left = std::round(time / state_->options.step); left > 0; --left) step();
}

void world::SimulationState::fall_asleep() {
  DisjointSets islands(bodies.size());
  std::vector<char> held(bodies.size(), 0);  // touches something
  for (const FoundContact& f : found) {
    if (!(f.impulse.along_normal > 0)) continue;
    held[f.impulse.a] = held[f.impulse.b] = 1;
    if (!bodies[f.impulse.a].fixed && !bodies[f.impulse.b].fixed) islands.join(f.impulse.a, f.impulse.b);
  }
  std::vector<char> restless(bodies.size(), 0);  // by island
  for (BodyId id = 0; id < bodies.size(); ++id) {
    DynamicBody& body = bodies[id];
    if (!body.moves()) continue;
    body.still = held[id] && body.speed() < slow ? body.still + options.step : 0;
    if (body.still < 0.5) restless[islands.root(id)] = 1;
  }
  for (BodyId id = 0; id < bodies.size(); ++id) {
    DynamicBody& body = bodies[id];
    if (!body.moves() || restless[islands.root(id)]) continue;
    body.asleep = true, body.island = islands.root(id);
    body.velocity = body.spin = {};
  }
}

const World& Simulation::world() const { return state_->world; }
double Simulation::time() const { return state_->time; }
const SimulationOptions& Simulation::options() const { return state_->options; }
double Simulation::mass(BodyId id) const {
  state_->world.pose(id);
  return state_->bodies[id].fixed ? Bounds::kInfinity : state_->bodies[id].mass.mass;
}
Vec3d Simulation::centre(BodyId id) const { return state_->centre(id); }
Vec3d Simulation::velocity(BodyId id) const { return state_->world.pose(id), state_->bodies[id].velocity; }
Vec3d Simulation::spin(BodyId id) const { return state_->world.pose(id), state_->bodies[id].spin; }
bool Simulation::is_asleep(BodyId id) const { return state_->world.pose(id), state_->bodies[id].asleep; }
bool Simulation::at_rest() const {
  return std::none_of(state_->bodies.begin(), state_->bodies.end(), [](const DynamicBody& b) { return b.moves(); });
}
double Simulation::kinetic_energy() const {
  double sum = 0;
  for (BodyId id = 0; id < state_->bodies.size(); ++id)
    sum += state_->kinetic_energy(id, state_->bodies[id].velocity, state_->bodies[id].spin);
  return sum;
}
double Simulation::energy() const {
  double sum = kinetic_energy();
  for (BodyId id = 0; id < state_->bodies.size(); ++id)
    if (!state_->bodies[id].fixed && !state_->bodies[id].hinge)
      sum -= state_->bodies[id].mass.mass * dot(state_->options.gravity, centre(id));
  return sum;
}
std::span<const SimulatedContact> Simulation::contacts() const { return state_->contacts; }
std::span<const BoxPair> Simulation::candidates() const { return state_->pairs; }
const SimulationCounts& Simulation::counts() const { return state_->counts; }

}  // namespace apart
