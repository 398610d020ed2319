// Rows of apart_bits for pairs that move little from one answer to the next.
#include <apart/queries/tracker.hpp>

#include "tests/bits/hashed_answers.hpp"
#include "tests/bits/rows.hpp"

namespace apart::bits {

void ask_trackers(const Pieces& p) {
  const auto tracked = [&](const char* name, bool front) {
    Tracker tracker(p.models[4], p.models[7], {.front = front});
    Drift drift({1.5, 0, 0});
    query(name, "models", [&](Random& random, Hash& hash) {
      const Pose at = drift.next(random);
      const Distance x = tracker.distance(at);
      // Where they touch, the pair of triangles and its points are any.
      hash.add(x.distance, x.distance > 0 ? x.on_a : Vec3d{}, tracker.collide(at).colliding,
               tracker.within(at, 0.1).within);
      return x.distance > 0;
    });
  };
  tracked("tracker", false);
  tracked("tracker_front", true);
  Tracker models(p.models[4], p.models[7]);
  Drift drift({1.5, 0, 0});
  query(
      "tracker_collisions", "models",
      [&](Random& random, Hash& hash) {
        const Collisions x = models.collisions(drift.next(random));
        hash.add(x.pairs, x.status);
        return !x.pairs.empty();
      },
      2000);
  Tracker solids(p.models[3], p.models[1]);
  Drift deep({0.7, 0, 0});
  query(
      "tracker_penetration", "models",
      [&](Random& random, Hash& hash) {
        const Penetration x = solids.penetration(deep.next(random), {.budget = Budget::of_tests(2000)});
        hash.add(x.depth, x.at_least, x.on_a, x.on_b, x.normal, x.status);
        return x.depth > 0;
      },
      40);
  const auto of = [&](const char* kind, const Geometry& a, const Shape& b, auto ask) {
    Tracker tracker(a, b);
    Drift near({1.2, 0, 0});
    query("tracker", kind, [&](Random& random, Hash& hash) {
      const Pose at = near.next(random);
      const Distance x = tracker.distance(at);
      add_points(hash, x);
      hash.add(x.at_least, x.normal);
      hash.add(tracker.collide(at).colliding);  // one after the other: each remembers
      hash.add(tracker.within(at, 0.1).within);
      ask(tracker, at, hash);
      return x.distance > 0;
    });
  };
  of("model-shape", p.models[7], p.shapes[5], [](Tracker&, const Pose&, Hash&) {});
  of("shapes", p.shapes[13], p.shapes[10], [](Tracker& tracker, const Pose& at, Hash& hash) {
    const Distance x = tracker.signed_distance(at);
    add_points(hash, x);
    const Penetration depth = tracker.penetration(at);
    hash.add(depth.depth, depth.on_a, depth.on_b, depth.normal, depth.status);
  });
}

}  // namespace apart::bits
