// How far bodies may go before they meet: proven before they are moved.
#include <algorithm>
#include <apart/world/response/simulation_state.hpp>
#include <apart/world/swept_box.hpp>

namespace apart {

using namespace world;

namespace {

constexpr double kDeepest = 0.2;  // of the thickness

// The deepest contact of each pair that has any, sorted by pairs.
std::vector<const FoundContact*> deepest_contacts(std::span<const FoundContact> found) {
  std::vector<const FoundContact*> out;
  for (const FoundContact& f : found) {
    const bool same = !out.empty() && out.back()->impulse.a == f.impulse.a && out.back()->impulse.b == f.impulse.b;
    if (!same)
      out.push_back(&f);
    else if (f.distance < out.back()->distance)
      out.back() = &f;
  }
  return out;
}

const FoundContact* contact_of(std::span<const FoundContact* const> deepest, const BoxPair& pair) {
  const auto at = std::lower_bound(deepest.begin(), deepest.end(), pair, [](const FoundContact* f, const BoxPair& p) {
    return BoxPair{f->impulse.a, f->impulse.b} < p;
  });
  return at != deepest.end() && (*at)->impulse.a == pair.a && (*at)->impulse.b == pair.b ? *at : nullptr;
}

}  // namespace

// No point goes farther.
double world::SimulationState::way_of(BodyId id, const BodyPath& path) const {
  return path.part * (length(path.by) + (bodies[id].radius + length(path.centre)) * length(path.turn));
}

// Where bodies touch, nothing proves that they do not pass through each other, but that they cannot get so deep: no
// point of a convex body comes nearer to another along the normal by more than the way of their centres along it and
// what turning adds, so their depth grows by no more. It may reach a fifth of the thinner one. Bodies that are not
// known to be convex and thick: two skins, after which their contacts are computed anew.
double world::SimulationState::share_until_deep(const FoundContact& contact, std::span<const BodyPath> paths) const {
  const BodyId a = contact.impulse.a, b = contact.impulse.b;
  const double thin = lesser(bodies[a].thickness, bodies[b].thickness);
  const auto share = [](double room, double way) { return way <= room ? 1 : room / way; };
  if (!(thin > 0)) return share(2 * options.skin, way_of(a, paths[a]) + way_of(b, paths[b]));
  const auto turning = [&](BodyId id) {
    return paths[id].part * (bodies[id].radius + length(paths[id].centre)) * length(paths[id].turn);
  };
  const Vec3d apart = paths[b].part * paths[b].by - paths[a].part * paths[a].by;
  const double nearer = turning(a) + turning(b) - dot(apart, contact.impulse.normal);
  return share(larger(0.0, kDeepest * thin + lesser(0.0, contact.distance)), nearer);
}

// Pairs that hardly move, or by little against their thickness, in any direction: they cannot pass each other, and
// contacts keep them apart to about the skin.
bool world::SimulationState::is_left_to_contacts(const FoundContact& contact, std::span<const BodyPath> paths,
                                                 bool last) const {
  const BodyId a = contact.impulse.a, b = contact.impulse.b;
  const double thin = lesser(bodies[a].thickness, bodies[b].thickness);
  const double way = way_of(a, paths[a]) + way_of(b, paths[b]), depth = larger(0.0, -contact.distance);
  if (!(thin > 0)) return way <= 2 * options.skin;
  return depth + way <= kDeepest * thin && (last || way <= larger(2 * options.skin, 0.02 * thin));
}

double world::SimulationState::free_share(std::span<BodyPath> paths, std::span<RigidMotion> motions, bool last,
                                          double dt) {
  const std::vector<const FoundContact*> deepest = deepest_contacts(found);
  std::vector<Bounds> boxes(bodies.size());
  const auto set_motion = [&](BodyId id) {
    motions[id] = paths[id].motion(0.01 * options.skin);
    boxes[id] =
        paths[id].is_still() ? world.box(id) : grown(swept_box(bodies[id].geometry, motions[id]), 0.25 * options.skin);
  };
  for (BodyId id = 0; id < bodies.size(); ++id) set_motion(id);
  for (int round = 0;; ++round) {
    std::vector<BoxPair> swept = box_pairs(boxes, {.threads = options.threads});
    std::erase_if(swept, [&](const BoxPair& p) {
      return (paths[p.a].is_still() && paths[p.b].is_still()) || !world.is_pair(p.a, p.b);
    });
    std::vector<double> free(swept.size(), 1);
    workers.for_ranges(swept.size(), 4, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const BoxPair p = swept[i];
        double within = 0.25 * options.skin;
        if (const FoundContact* contact = contact_of(deepest, p)) {
          if (is_left_to_contacts(*contact, paths, last)) continue;
          const Distance now = distance(bodies[p.a].geometry, world.pose(p.a), bodies[p.b].geometry, world.pose(p.b));
          if (!(now.distance > 0)) {
            free[i] = share_until_deep(*contact, paths);
            continue;
          }
          within = lesser(within, 0.5 * now.distance);
        }
        const Impact hit = impact(bodies[p.a].geometry, motions[p.a], bodies[p.b].geometry, motions[p.b],
                                  {.within = within, .tolerance = 0.125 * within, .clearance = false});
        if (hit.hit || hit.status == Status::unfinished) free[i] = hit.free_until;
      }
    });
    double share = 1;
    for (double f : free) share = lesser(share, f);
    if (share == 1 || !last) return share;
    // No more time for impacts in this step: who would meet another goes as far as that, or stays where it is, and all
    // others are looked at again.
    std::vector<double> own(bodies.size(), 1);
    for (std::size_t i = 0; i < swept.size(); ++i) {
      const bool stuck = free[i] <= 0.01 && contact_of(deepest, swept[i]);
      for (BodyId id : {swept[i].a, swept[i].b}) {
        own[id] = lesser(own[id], free[i]);
        if (stuck) paths[id].stuck = true;
      }
    }
    for (BodyId id = 0; id < bodies.size(); ++id) {
      if (own[id] == 1 || paths[id].is_still()) continue;
      const double part = round < 4 && own[id] > 0.01 ? own[id] * paths[id].part : 0;
      counts.lost_time += dt * (paths[id].part - part);
      paths[id].part = part;
      set_motion(id);
    }
  }
}

}  // namespace apart
