// Steps the simulation: prediction by distance queries, impulses, and rest where those fail.
#include "lab/experiments/motion.hpp"

#include <apart/base/quaternion.hpp>
#include <apart/queries/tracker.hpp>

namespace apart::lab {
namespace {

struct State {
  Vec3d place, velocity, spin;
  Quaternion turned;

  Pose pose() const { return {rotation_of(turned), place}; }
  // After a step, or a part of one.
  State moved(double part = 1) const {
    const Quaternion w{0, part * spin.x, part * spin.y, part * spin.z}, change = w * turned;
    State out = *this;
    out.place = place + part * velocity;
    out.turned = normalized(
        {turned.w + 0.5 * change.w, turned.x + 0.5 * change.x, turned.y + 0.5 * change.y, turned.z + 0.5 * change.z});
    return out;
  }
  Vec3d velocity_at(Vec3d p) const { return velocity + cross(spin, p - place); }
};

}  // namespace

Motion simulate(const std::vector<MovingBody>& bodies, const MotionOptions& options) {
  const std::size_t count = bodies.size();
  std::vector<State> states;
  std::vector<std::vector<Tracker>> pairs(count);  // pairs[i][j]: i's model with j's
  for (std::size_t i = 0; i < count; ++i) {
    const MovingBody& body = bodies[i];
    states.push_back({body.start.translation, body.velocity, body.spin, quaternion_of(body.start.rotation)});
    for (std::size_t j = 0; j < count; ++j) pairs[i].emplace_back(body.model, bodies[j].model);
  }
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < i; ++j)
      APART_ASSERT(!pairs[i][j].collide(relative(states[i].pose(), states[j].pose())), "bodies must start apart");
  const auto inertia = [&](std::size_t i) { return bodies[i].turning_radius * bodies[i].turning_radius; };

  // Pushes i, which would come too near to j, away at the place where they will be nearest, or already are if even the
  // first part of the step makes them touch.
  const auto push_off = [&](std::size_t i, std::size_t j) {
    State then = states[i].moved();
    Distance near = pairs[i][j].distance(relative(then.pose(), states[j].pose()));
    for (double part = 0.5; near.distance == 0; part = part > 0.01 ? part / 2 : 0) {
      then = states[i].moved(part);
      near = pairs[i][j].distance(relative(then.pose(), states[j].pose()));
    }
    const Vec3d p = then.pose() * near.on_a, q = then.pose() * near.on_b, n = (q - p) / length(q - p);
    const double towards = dot(states[i].velocity_at(p) - states[j].velocity_at(q), n);
    const double after = lesser(towards, -larger(options.bounce * towards, 0.1 * options.clearance));
    const auto give = [&](std::size_t k, Vec3d at) {  // the change of speed there for a unit impulse
      if (bodies[k].fixed) return 0.0;
      return 1 + squared_length(cross(at - states[k].place, n)) / inertia(k);
    };
    const double push = (after - towards) / (give(i, p) + give(j, q));
    const auto apply = [&](std::size_t k, Vec3d at, double by) {
      if (bodies[k].fixed) return;
      states[k].velocity = states[k].velocity + by * n;
      states[k].spin = states[k].spin + (by / inertia(k)) * cross(at - states[k].place, n);
    };
    apply(i, p, push), apply(j, q, -push);
  };

  Motion out;
  for (int step = 0; step < options.frames * options.steps; ++step) {
    if (step % options.steps == 0) {
      out.emplace_back();
      for (const State& state : states) out.back().push_back(state.pose());
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (bodies[i].fixed) continue;
      states[i].velocity = states[i].velocity + options.pull(states[i].place);
      // While it would come too near to another it is pushed away. If that does not help it stays in place, and slows
      // down.
      bool free = false;
      for (int attempt = 0; attempt < 6 && !free; ++attempt) {
        const State next = states[i].moved();
        free = true;
        for (std::size_t j = 0; j < count && free; ++j) {
          if (j == i || !pairs[i][j].within(relative(next.pose(), states[j].pose()), options.clearance)) continue;
          push_off(i, j);
          free = false;
        }
        if (free) states[i] = next;
      }
      if (!free) states[i].velocity = 0.5 * states[i].velocity, states[i].spin = 0.5 * states[i].spin;
    }
  }
  return out;
}

std::vector<Pose> seen_from(const Motion& motion, std::size_t from, std::size_t body) {
  std::vector<Pose> out;
  for (const auto& poses : motion) out.push_back(relative(poses[from], poses[body]));
  return out;
}

}  // namespace apart::lab
