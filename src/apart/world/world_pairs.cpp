// Queries of all pairs of a world.
#include <algorithm>
#include <apart/queries/check_options.hpp>
#include <apart/scene/near_pairs.hpp>
#include <apart/world/world_state.hpp>
#include <tuple>

namespace apart {

using namespace world;

std::vector<BoxPair> World::candidates(double clearance) const {
  check_tolerance(clearance);
  const State& s = *state_;
  SortedPairs out;
  if (clearance > 0) {
    // Half each, rounded up.
    std::vector<Bounds> boxes(s.bodies.end());
    for (BodyId id = 0; id < boxes.size(); ++id) boxes[id] = grown(s.bodies[id].box, 0.5 * (1 + 1e-12) * clearance);
    out = box_pairs(boxes, {.threads = s.options.threads});
    std::erase_if(out, [&](const BoxPair& p) { return !s.is_pair(p.a, p.b); });
    return out;
  }
  for (const BoxPair& p : s.index->pairs())
    if (s.bodies[p.a].indexed && s.bodies[p.b].indexed && s.is_pair(p.a, p.b)) out.push_back(p);
  if (s.changed.empty()) return out;
  Pairs all(out.begin(), out.end());
  for (std::size_t i = 0; i < s.changed.size(); ++i) {
    const BodyId a = s.changed[i];
    s.each_overlapping(s.changed_boxes[i], [&](BodyId b) {
      if (b != a && (s.bodies[b].indexed || a < b) && s.is_pair(a, b)) all.push_back(ordered(a, b));
    });
  }
  return sorted_pairs(std::move(all), s.bodies.end());
}

namespace {

// answer(a, b) of each pair, in parallel; those that keep() are returned, in order.
template <class Answer, class Query, class Keep>
std::vector<Answer> answers_of(const std::vector<BoxPair>& pairs, u32 threads, Query query, Keep keep) {
  std::vector<Answer> out(pairs.size());
  Workers(threads).for_ranges(pairs.size(), 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) out[i] = {pairs[i].a, pairs[i].b, query(pairs[i].a, pairs[i].b)};
  });
  std::erase_if(out, [&](const Answer& x) { return !keep(x); });
  return out;
}

}  // namespace

std::vector<PairCollision> World::collisions(const CollideOptions& options) const {
  CollideOptions how = options;
  how.cache = nullptr;
  const State& s = *state_;
  return answers_of<PairCollision>(
      candidates(), s.options.threads,
      [&](BodyId a, BodyId b) {
        const PlacedBody &x = s.bodies[a], &y = s.bodies[b];
        return collide(x.body->geometry, x.pose, y.body->geometry, y.pose, how);
      },
      [](const PairCollision& p) { return p.collision || p.collision.status == Status::unfinished; });
}

std::vector<PairWithin> World::within(double clearance, const CollideOptions& options) const {
  CollideOptions how = options;
  how.cache = nullptr;
  const State& s = *state_;
  return answers_of<PairWithin>(
      candidates(clearance), s.options.threads,
      [&](BodyId a, BodyId b) {
        const PlacedBody &x = s.bodies[a], &y = s.bodies[b];
        return apart::within(x.body->geometry, x.pose, y.body->geometry, y.pose, clearance, how);
      },
      [](const PairWithin& p) { return p.within || p.within.status == Status::unfinished; });
}

PairDistance World::closest_pair(const DistanceOptions& options) const {
  check_options(options);
  const State& s = *state_;
  Bounds all;
  double count = 0;
  for (BodyId id = 0; id < s.bodies.end(); ++id)
    if (s.bodies[id].body && !is_empty(s.bodies[id].box)) all.add(s.bodies[id].box), ++count;
  if (count < 2) return {.distance = {.status = Status::nothing}};
  PairDistance best{.distance = {.distance = options.max, .at_least = options.max, .status = Status::at_least}};
  bool any = false;
  // Pairs of boxes within a reach, which grows until it exceeds the best distance: then no other pair is nearer.
  const double across = length(all.size()), most = lesser(options.max, 2 * across);
  double reach = lesser(most, across / 16 / std::cbrt(count)), done = -1;
  for (;;) {
    std::vector<NearPair> pairs;
    for (const BoxPair& p : candidates(reach)) {
      any = true;
      const double gap = box_gap(s.bodies[p.a].box, s.bodies[p.b].box);
      if (gap > done && gap <= reach) pairs.push_back({p.a, p.b, gap});
    }
    std::sort(pairs.begin(), pairs.end(), [](const NearPair& x, const NearPair& y) {
      return std::tie(x.gap, x.a, x.b) < std::tie(y.gap, y.a, y.b);
    });
    for (const NearPair& pair : pairs) {
      if (pair.gap > best.distance.distance || best.distance.distance == 0) break;
      DistanceOptions how = options;
      how.max = best.distance.distance;
      how.cache = nullptr;
      const PlacedBody &a = s.bodies[pair.a], &b = s.bodies[pair.b];
      const Distance next = distance(a.body->geometry, a.pose, b.body->geometry, b.pose, how);
      if (next.status == Status::at_least || next.status == Status::nothing) continue;  // farther than the best
      const bool lower = std::tie(pair.a, pair.b) < std::tie(best.a, best.b);
      if (best.distance.status == Status::at_least || next.distance < best.distance.distance ||
          (next.distance == best.distance.distance && lower))
        best = {pair.a, pair.b, next};
    }
    if (best.distance.distance <= reach || reach >= most) break;
    done = reach;
    reach = lesser(most, larger(4 * reach, 1e-12 * most));
  }
  if (!any && !std::isfinite(options.max)) return {.distance = {.status = Status::nothing}};  // no two are a pair
  return best;
}

}  // namespace apart
