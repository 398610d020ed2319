// What cannot be simulated, and why.
#include <apart/base/usable_pose.hpp>
#include <apart/queries/clash.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/world/response/body_mass.hpp>
#include <apart/world/simulation.hpp>
#include <cmath>

namespace apart {

using namespace world;

namespace {

constexpr double kFastest = 1e18;  // as far as bodies may reach: beyond, there are no digits left for where they are
constexpr double kHeaviest = 1e100;

bool is_usable_mass(double mass) { return mass >= 1 / kHeaviest && mass <= kHeaviest; }

std::string what_is_wrong(const SimulatedBody& body) {
  if (!usable_pose(body.pose)) return "its pose is not a rigid motion of finite numbers";
  if (!is_finite(body.velocity)) return "its velocity is not finite";
  if (!is_finite(body.spin)) return "its spin is not finite";
  if (largest(abs(body.velocity)) > kFastest) return "its velocity is more than 1e18";
  if (largest(abs(body.spin)) > kFastest) return "its spin is more than 1e18";
  if (!(body.friction >= 0 && std::isfinite(body.friction))) return "its friction must be 0 or more";
  if (!(body.restitution >= 0 && body.restitution <= 1)) return "its restitution must be from 0 to 1";
  if (!(body.density > 0 && std::isfinite(body.density))) return "its density must be more than 0";
  if (body.mass && !(*body.mass > 0 && std::isfinite(*body.mass))) return "its mass must be more than 0";
  if (body.hinge && !(is_finite(*body.hinge) && length(*body.hinge) > 0)) return "its hinge must be a direction";
  if (body.fixed) return {};
  const BodyMass m = body_mass(body.geometry, 1);
  if (!(m.mass > 0 && determinant(m.inertia) > 0))
    return "it has no volume, so it has no mass: only a fixed body may be open or flat";
  if (!is_usable_mass(body.mass.value_or(body.density * m.mass))) return "its mass must be from 1e-100 to 1e100";
  return {};
}

// Deeper in each other than rounding and the distance at which bodies rest.
bool overlap_at_start(const SimulatedBody& a, const SimulatedBody& b, double tolerance) {
  const Model *const m = std::get_if<Model>(&a.geometry), *const n = std::get_if<Model>(&b.geometry);
  if (m && n) {
    const Clash found = clash(*m, a.pose, *n, b.pose, {.solid = true, .tolerance = tolerance});
    return found.state == Clash::State::clash;
  }
  if (!collide(a.geometry, a.pose, b.geometry, b.pose, {.solid = true})) return false;
  const Penetration deep =
      penetration(a.geometry, a.pose, b.geometry, b.pose, {.rel_error = 0.5, .budget = Budget::of_tests(100'000)});
  return deep.status == Status::invalid || deep.at_least > tolerance;
}

}  // namespace

std::optional<SimulationProblem> problem_of(std::span<const SimulatedBody> bodies, const SimulationOptions& options) {
  const auto of_all = [](std::string what) { return SimulationProblem{0, std::nullopt, std::move(what)}; };
  if (!is_finite(options.gravity)) return of_all("gravity is not finite");
  if (largest(abs(options.gravity)) > kFastest) return of_all("gravity is more than 1e18");
  if (!(options.step > 0 && std::isfinite(options.step))) return of_all("the step must be more than 0");
  if (!(options.skin >= 0 && std::isfinite(options.skin))) return of_all("the skin must be 0 or more");
  if (options.iterations == 0) return of_all("at least one iteration");
  double least = Bounds::kInfinity;
  std::vector<WorldBody> placed;
  for (BodyId id = 0; id < bodies.size(); ++id) {
    std::string what = what_is_wrong(bodies[id]);
    if (!what.empty()) return SimulationProblem{id, std::nullopt, std::move(what)};
    const SimulatedBody& body = bodies[id];
    placed.push_back({body.geometry, body.pose, body.groups, body.mask, body.fixed});
    if (!body.fixed) least = lesser(least, size_of(body.geometry));
  }
  const double tolerance = least < Bounds::kInfinity ? (options.skin > 0 ? options.skin : 1e-3 * least) : 0;
  for (const BoxPair& p : World(placed).candidates())
    if (overlap_at_start(bodies[p.a], bodies[p.b], tolerance))
      return SimulationProblem{p.a, p.b, "they overlap at the start"};
  return std::nullopt;
}

}  // namespace apart
