// Rows of apart_bits for broad phases and worlds.
#include <apart/world/schedule.hpp>
#include <apart/world/time_critical.hpp>
#include <apart/world/world.hpp>

#include "tests/bits/hashed_answers.hpp"
#include "tests/bits/rows.hpp"

namespace apart::bits {
namespace {

void add(Hash& hash, const std::vector<BoxPair>& pairs) {
  for (const BoxPair& x : pairs) hash.add(x.a, x.b);
}

Bounds random_box(Random& random) {
  const Vec3d at = random.in_box(2), size = random.in_box(random.chance(0.1) ? 2 : 0.3);
  Bounds box;
  box.add(at), box.add(at + size);
  return box;
}

void ask_broad_phases() {
  const auto methods = broad_methods();
  query("box_pairs", "boxes", [&](Random& random, Hash& hash) {
    std::vector<Bounds> boxes(40), fixed(20);
    for (Bounds& box : boxes) box = random_box(random);
    for (Bounds& box : fixed) box = random_box(random);
    const BroadOptions options{.method = methods[random.below(static_cast<u32>(methods.size()))]};
    const std::vector<BoxPair> x = box_pairs(boxes, options);
    add(hash, x);
    add(hash, box_pairs_between(boxes, fixed, options));
    return x.size() > 5;
  });
  for (const BroadMethod method : methods) {
    BroadPhase phase({.method = method});
    for (u32 i = 0; i < 100; ++i) (void)phase.add(Bounds{{}, {}}, i % 10 == 0);
    query(
        "broad_phase", std::string(to_string(method)).c_str(),
        [&](Random& random, Hash& hash) {
          for (int k = 0; k < 5; ++k) {
            const u32 box = random.below(100);
            if (phase.holds(box) && random.chance(0.1))
              phase.remove(box);
            else if (!phase.holds(box))
              hash.add(phase.add(random_box(random)));
            else
              phase.move(box, random_box(random));
          }
          add(hash, phase.pairs());
          hash.add(phase.overlapping(random_box(random)));
          return phase.pairs().size() > 50;
        },
        2000);
  }
}

// Models and shapes in a box of this half side, about a third of them in contact with another.
std::vector<WorldBody> bodies(const Pieces& p, Random& random, u32 count, double half) {
  std::vector<WorldBody> out;
  for (u32 i = 0; i < count; ++i) {
    // Not the model that is far away, and no half-space.
    const Geometry geometry =
        random.chance(0.5) ? Geometry(p.models[random.below(12)]) : Geometry(p.shapes[random.below(16)]);
    WorldBody body{.geometry = geometry};
    body.pose = random.pose(half);
    body.fixed = random.chance(0.2);
    body.groups = random.chance(0.9) ? 1 : 2;
    out.push_back(std::move(body));
  }
  return out;
}

void ask_one_with_all(const Pieces& p, const World& world) {
  query("world_cast", "world", [&](Random& random, Hash& hash) {
    const WorldRayHit x = world.cast({random.in_box(3), random.direction()});
    hash.add(x.body);
    add_hit(hash, x.hit);
    return x.hit.hit;
  });
  query("world_closest", "world", [&](Random& random, Hash& hash) {
    const WorldClosest x = world.closest(random.in_box(3));
    hash.add(x.body, x.closest.distance, x.closest.point, x.closest.normal, x.closest.status);
    add_element(hash, x.closest.element);
    return x.closest.distance < 0;
  });
  query("world_overlapping", "world", [&](Random& random, Hash& hash) {
    const Shape& shape = one_of(p.shapes, random);
    const std::vector<BodyId> x = world.overlapping(shape, random.pose(3));
    hash.add(x);
    return !x.empty();
  });
  query(
      "world_first_impact", "world",
      [&](Random& random, Hash& hash) {
        const Shape& shape = p.shapes[random.below(15)];
        const Pose from{random.rotation(), 4.0 * random.direction()};
        const WorldImpact x = world.first_impact(shape, RigidMotion::between(from, random.pose(2)));
        hash.add(x.a, x.b);
        add_impact(hash, x.impact);
        return x.impact.hit;
      },
      100);
  query(
      "world_collide_each", "world",
      [&](Random& random, Hash& hash) {
        std::vector<Posture> postures(1);
        for (Posture& posture : postures)
          for (BodyId id = random.below(5); id < world.end(); id += 13)
            posture.bodies.push_back(id), posture.poses.push_back(random.pose(3));
        bool any = false;
        for (const PostureCollision& x : world.collide_each(postures)) {
          hash.add(x.colliding, x.a, x.b, x.status);
          any |= x.colliding;
        }
        return any;
      },
      1000);
}

// One body after the other moves a little; answers about all pairs.
void ask_all_pairs(const World& first) {
  World world = first;
  const auto step = [&](Random& random) {
    const std::vector<BodyId> ids{random.below(world.end()), random.below(world.end())};
    if (ids[0] == ids[1]) return;
    std::vector<Pose> poses;
    for (const BodyId id : ids) {
      const Vec3d by = 0.3 * random.in_ball();
      poses.push_back({random.rotation(), world.pose(id).translation + by});
    }
    world = world.moved(ids, poses);
  };
  const auto steps = [&](const char* name, u32 answers, auto ask) {
    world = first;
    const auto one = [&](Random& random, Hash& hash) {
      step(random);
      return ask(random, hash);
    };
    query(name, "world", one, answers);
  };
  steps("world_candidates", 10000, [&](Random& random, Hash& hash) {
    const std::vector<BoxPair> x = world.candidates(0.1 * random.below(3));
    add(hash, x);
    return x.size() > 5;
  });
  steps("world_collisions", 2000, [&](Random&, Hash& hash) {
    const std::vector<PairCollision> all = world.collisions({.solid = false});
    for (const PairCollision& x : all) {
      hash.add(x.a, x.b, x.collision.colliding, x.collision.status);
      add_element(hash, x.collision.a), add_element(hash, x.collision.b);
    }
    return all.size() > 2;
  });
  steps("world_within", 2000, [&](Random&, Hash& hash) {
    const std::vector<PairWithin> all = world.within(0.1);
    for (const PairWithin& x : all) hash.add(x.a, x.b, x.within.within, x.within.status);
    return all.size() > 3;
  });
  steps("world_closest_pair", 2000, [&](Random&, Hash& hash) {
    const PairDistance x = world.closest_pair();
    hash.add(x.a, x.b);
    add_points(hash, x.distance);
    return x.distance.distance > 0;
  });
  WorldMemory memory;
  steps("world_contacts", 300, [&](Random&, Hash& hash) {
    const std::vector<PairContacts> all = world.contacts(0.05, memory);
    for (const PairContacts& pair : all) {
      hash.add(pair.a, pair.b, pair.status);
      for (const BodyContact& x : pair.contacts) hash.add(x.on_a, x.on_b, x.normal, x.distance);
    }
    return !all.empty();
  });
  steps("world_first_impact_of_pairs", 100, [&](Random& random, Hash& hash) {
    std::vector<BodyMotion> motions;
    for (BodyId id = 0; id < world.end(); id += 5) {
      const Pose from = world.pose(id), to{random.rotation(), from.translation + 0.5 * random.in_ball()};
      motions.push_back({id, RigidMotion::between(from, to)});
    }
    const WorldImpact x = world.first_impact(motions);
    hash.add(x.a, x.b);
    add_impact(hash, x.impact);
    return x.impact.hit;
  });
  steps("time_critical", 1000, [&](Random& random, Hash& hash) {
    TimeCriticalOptions options{.budget = Budget::of_tests(500 * random.below(5)), .clearance = 0.5};
    options.decide_only = random.chance(0.5);
    if (random.chance(0.5)) options.order = TimeCriticalOptions::Order::nearest_first;
    const TimeCriticalAnswer all = time_critical_distances(world, options);
    hash.add(all.tests, all.status);
    for (const PairBounds& x : all.pairs) hash.add(x.a, x.b, x.at_least, x.at_most, x.tests, x.finished);
    return all.status == Status::exact;
  });
}

void ask_schedule(const World& first) {
  World world = first;
  const std::vector<MotionBounds> bounds(world.end(), {.speed = 2, .acceleration = 0});
  PairSchedule schedule(world, 0, bounds);
  query(
      "schedule", "world",
      [&, time = 0.0](Random& random, Hash& hash) mutable {
        const double step = 0.01;
        std::vector<BodyId> ids;
        std::vector<Pose> poses;
        for (BodyId id = 0; id < world.end(); ++id) {
          Pose at = world.pose(id);
          at.translation += step * random.in_ball();
          ids.push_back(id), poses.push_back(at);
        }
        world = world.moved(ids, poses);
        const ScheduleStep x = schedule.advance(world, time += step, bounds);
        add(hash, x.colliding);
        hash.add(x.distances, x.box_tests, schedule.next());
        return !x.colliding.empty();
      },
      300);
}

}  // namespace

void ask_world(const Pieces& p) {
  ask_broad_phases();
  Random random(5);
  const World dense(bodies(p, random, 30, 3)), sparse(bodies(p, random, 15, 4));
  ask_one_with_all(p, dense);
  ask_all_pairs(sparse);
  ask_schedule(sparse);
}

}  // namespace apart::bits
