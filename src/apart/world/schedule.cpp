#include <algorithm>
#include <apart/base/assert.hpp>
#include <apart/scene/near_pairs.hpp>
#include <apart/world/schedule.hpp>
#include <cmath>
#include <queue>

namespace apart {
namespace world {

constexpr double kNever = std::numeric_limits<double>::infinity();

// When two that are this far apart could first meet: v·t + ½·a·t² = gap, rounded down.
static double closing_time(double gap, double speed, double acceleration) {
  if (!(gap > 0)) return 0;
  const double root = std::sqrt(speed * speed + 2 * acceleration * gap);
  if (!(speed + root > 0)) return kNever;
  return 2 * gap / (speed + root) * (1 - 1e-12);
}

// How far a body may have come after a time, rounded up.
static double reach_after(const MotionBounds& m, double time) {
  return (m.speed * time + 0.5 * m.acceleration * time * time) * (1 + 1e-12);
}

struct ScheduledPair {
  u32 a, b;
  double seen, gap;  // at the time `seen` they were at least this far apart
  double due;        // entries of the queue with another time are void
};

struct DueEntry {
  double due;
  u32 pair;
  bool operator<(const DueEntry& other) const { return due != other.due ? due > other.due : pair > other.pair; }
};

// What was assumed of a body, and since when.
struct Assumed {
  double since;
  MotionBounds bounds;
  double speed_at(double time) const { return bounds.speed + bounds.acceleration * (time - since); }
};

}  // namespace world

using namespace world;

struct PairSchedule::State {
  double time = 0;
  u32 bodies = 0;
  std::vector<Assumed> assumed;
  std::vector<ScheduledPair> pairs;
  std::vector<std::vector<u32>> of_body;
  std::priority_queue<DueEntry> queue;

  void take_bounds(u32 id, double now, const MotionBounds& bounds) {
    APART_ASSERT(bounds.speed >= 0 && bounds.acceleration >= 0, "bounds of a motion are 0 or more");
    assumed[id] = {now, bounds};
  }

  // From what is known of the pair, with the bounds as they are now assumed.
  void schedule(u32 index) {
    ScheduledPair& p = pairs[index];
    const Assumed &x = assumed[p.a], &y = assumed[p.b];
    const double speed = (x.speed_at(p.seen) + y.speed_at(p.seen)) * (1 + 1e-12);
    p.due = p.seen + closing_time(p.gap, speed, x.bounds.acceleration + y.bounds.acceleration);
    if (p.due < kNever) queue.push({p.due, index});
  }
};

PairSchedule::~PairSchedule() = default;
PairSchedule::PairSchedule(PairSchedule&&) noexcept = default;
PairSchedule& PairSchedule::operator=(PairSchedule&&) noexcept = default;

PairSchedule::PairSchedule(const World& world, double time, std::span<const MotionBounds> bounds) : state_(new State) {
  APART_ASSERT(bounds.size() == world.end(), "bounds for each id");
  APART_ASSERT(std::isfinite(time), "the time is finite");
  State& s = *state_;
  s.time = time;
  s.bodies = world.size();
  s.assumed.resize(world.end());
  s.of_body.resize(world.end());
  for (BodyId a = 0; a < world.end(); ++a) {
    if (!world.holds(a)) continue;
    s.take_bounds(a, time, bounds[a]);
    for (BodyId b = 0; b < a; ++b) {
      if (!world.holds(b) || !world.is_pair(b, a)) continue;
      const u32 index = static_cast<u32>(s.pairs.size());
      s.pairs.push_back({b, a, time, box_gap(world.box(b), world.box(a)), time});
      s.of_body[a].push_back(index), s.of_body[b].push_back(index);
      s.schedule(index);
    }
  }
}

ScheduleStep PairSchedule::advance(const World& world, double time, std::span<const MotionBounds> bounds) {
  State& s = *state_;
  APART_ASSERT(time >= s.time, "time does not go back");
  APART_ASSERT(world.size() == s.bodies && world.end() == s.assumed.size() && bounds.size() == world.end(),
               "the bodies and bounds of the schedule");
  // Pairs of bodies that are about to move faster than was assumed: what is left of their distances is scheduled anew.
  for (BodyId id = 0; id < world.end(); ++id) {
    if (!world.holds(id)) continue;
    const Assumed& was = s.assumed[id];
    if (bounds[id].speed <= was.speed_at(time) && bounds[id].acceleration <= was.bounds.acceleration) continue;
    for (u32 index : s.of_body[id]) {
      ScheduledPair& p = s.pairs[index];
      const auto come = [&](BodyId body) {
        const Assumed& of = s.assumed[body];
        return reach_after({of.speed_at(p.seen), of.bounds.acceleration}, time - p.seen);
      };
      p.gap = larger(0.0, (p.gap - come(p.a) - come(p.b)) * (1 - 1e-12));
      p.seen = time;
    }
    s.take_bounds(id, time, bounds[id]);
    for (u32 index : s.of_body[id]) s.schedule(index);
  }
  const double step = time - s.time;
  s.time = time;
  ScheduleStep out;
  std::vector<u32> again;
  while (!s.queue.empty() && s.queue.top().due <= time) {
    const DueEntry next = s.queue.top();
    s.queue.pop();
    ScheduledPair& p = s.pairs[next.pair];
    if (p.due != next.due || p.seen == time) {
      if (p.due != next.due) continue;  // void
    }
    const Assumed &x = s.assumed[p.a], &y = s.assumed[p.b];
    const double speed = x.speed_at(time) + y.speed_at(time);
    const double acceleration = x.bounds.acceleration + y.bounds.acceleration;
    p.seen = time;
    ++out.box_tests;
    p.gap = box_gap(world.box(p.a), world.box(p.b));
    if (!(closing_time(p.gap, speed, acceleration) > step)) {  // boxes alone would bring it back at once
      const WorldBody a = world.body(p.a), b = world.body(p.b);
      ++out.distances;
      const Distance d = distance(a.geometry, a.pose, b.geometry, b.pose);
      if (d.distance <= 0 || collide(a.geometry, a.pose, b.geometry, b.pose)) out.colliding.push_back({p.a, p.b});
      p.gap = larger(p.gap, d.distance > 0 && d.status == Status::exact ? d.distance * (1 - 1e-9) : 0.0);
      if (d.status == Status::nothing) p.gap = kNever;
    }
    p.due = -kNever;  // until it is scheduled, below: not twice in a step
    again.push_back(next.pair);
  }
  for (u32 index : again) s.schedule(index);
  std::sort(out.colliding.begin(), out.colliding.end());
  return out;
}

std::size_t PairSchedule::pairs() const { return state_->pairs.size(); }
double PairSchedule::next() const { return state_->queue.empty() ? kNever : state_->queue.top().due; }

}  // namespace apart
