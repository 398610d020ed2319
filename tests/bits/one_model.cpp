// Rows of apart_bits for one model: with points, directions, rays and itself.
#include <apart/queries/closest.hpp>
#include <apart/queries/closest_triangles.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/point_batch.hpp>
#include <apart/queries/self.hpp>
#include <apart/queries/winding_number.hpp>
#include <samples/generate.hpp>

#include "tests/bits/hashed_answers.hpp"
#include "tests/bits/rows.hpp"

namespace apart::bits {

namespace {

void add(Hash& hash, const ClosestPoint& x) {
  hash.add(x.distance, x.point, x.normal, x.element.triangle, static_cast<int>(x.element.feature), x.weights, x.status);
}

// A thousand points or rays of one model at once: most find out otherwise than one by one.
void ask_streams(const Pieces& p) {
  constexpr u32 kStreams = 10, kMany = 1000;
  const auto points = [&](Random& random, const Thing& thing) {
    std::vector<Vec3d> out(kMany);
    for (Vec3d& v : out) v = thing.middle + 1.25 * random.in_ball();
    return out;
  };
  const auto stream = [&](const char* name, auto ask) {
    const auto one = [&](Random& random, Hash& hash) {
      const Drawn x = draw(random, p);
      return ask(x.model, x.thing, random, hash);
    };
    query(name, "streams", one, kStreams);
  };
  stream("closest", [&](const Model& model, const Thing& thing, Random& random, Hash& hash) {
    const Batch<ClosestPoint> all = closest(model, points(random, thing), {.solid = model.closed()});
    for (const ClosestPoint& x : all.answers) add(hash, x);
    return model.closed();
  });
  stream("winding_number", [&](const Model& model, const Thing& thing, Random& random, Hash& hash) {
    const Batch<WindingNumber> all = winding_number(model, points(random, thing));
    bool any = false;
    for (const WindingNumber& x : all.answers) hash.add(x.value, x.on_surface, x.status), any |= x.inside();
    return any;
  });
  stream("cast", [&](const Model& model, const Thing& thing, Random& random, Hash& hash) {
    std::vector<Ray> rays(kMany);
    for (Ray& ray : rays) ray = some_ray(random, thing.middle);
    const Batch<RayHit> first = cast(model, rays);
    for (const RayHit& x : first.answers) add_hit(hash, x);
    const Batch<RayHit> last = cast_last(model, rays);
    for (const RayHit& x : last.answers) add_hit(hash, x);
    const Batch<AnyHit> any = cast_any(model, rays);
    for (const AnyHit& x : any.answers) hash.add(x.hit);
    const Batch<RayHits> all = cast_all(model, rays);
    for (const RayHits& x : all.answers)
      for (const RayHit& hit : x.hits) add_hit(hash, hit);
    return first.answers[0].hit;
  });
}

}  // namespace

void ask_one_model(const Pieces& p) {
  query("locate", "models", [&](Random& random, Hash& hash) {
    const u32 i = random.below(static_cast<u32>(p.models.size()));
    if (!p.models[i].closed()) return false;
    const Where x = locate(p.models[i], p.of_models[i].middle + 1.25 * random.in_ball());
    hash.add(static_cast<int>(x));
    return x == Where::inside;
  });
  query("winding_number", "models", [&](Random& random, Hash& hash) {
    const u32 i = random.below(static_cast<u32>(p.models.size()));
    const WindingNumber x = winding_number(p.models[i], p.of_models[i].middle + 1.25 * random.in_ball());
    hash.add(x.value, x.on_surface, x.status);
    return x.inside();
  });
  query("closest", "models", [&](Random& random, Hash& hash) {
    const u32 i = random.below(static_cast<u32>(p.models.size()));
    const bool solid = random.chance(0.5) && p.models[i].closed();
    const Vec3d far = random.chance(0.1) ? 1e5 * random.in_ball() : Vec3d{};
    const ClosestPoint x =
        closest(p.models[i], p.of_models[i].middle + far + 1.25 * random.in_ball(), {.solid = solid});
    hash.add(x.distance, x.point, x.normal, x.element.triangle, static_cast<int>(x.element.feature), x.weights,
             x.status);
    return x.distance < 0;
  });
  query("farthest_vertex", "models", [&](Random& random, Hash& hash) {
    return ask_farthest(p.models[random.below(static_cast<u32>(p.models.size()))], random, hash);
  });
  query("cast", "models", [&](Random& random, Hash& hash) {
    const u32 i = random.below(static_cast<u32>(p.models.size()));
    const Ray ray = some_ray(random, p.of_models[i].middle);
    const RayHit first = cast(p.models[i], ray);
    add_hit(hash, first);
    add_hit(hash, cast_last(p.models[i], ray));
    const RayHits all = cast_all(p.models[i], ray);
    hash.add(static_cast<u64>(all.hits.size()), cast_any(p.models[i], ray).hit);
    for (const RayHit& hit : all.hits) add_hit(hash, hit);
    return first.hit;
  });
  query("cast_both", "models", [&](Random& random, Hash& hash) {
    const Drawn drawn = draw(random, p);
    const BothWays x = cast_both(drawn.model, some_ray(random, drawn.thing.middle));
    add_hit(hash, x.ahead), add_hit(hash, x.behind);
    return x.ahead.hit && x.behind.hit;
  });
  query("closest_triangles", "models", [&](Random& random, Hash& hash) {
    const Drawn drawn = draw(random, p);
    const Vec3d point = drawn.thing.middle + 1.25 * random.in_ball();
    const std::vector<ClosestPoint> nearest = closest_triangles(drawn.model, point, 1 + random.below(8));
    for (const ClosestPoint& x : nearest) add(hash, x);
    const std::vector<ClosestPoint> near = triangles_within(drawn.model, point, random.uniform(0, 0.3));
    for (const ClosestPoint& x : near) add(hash, x);
    return !near.empty();
  });
  query("self_collisions", "models", [](Random& random, Hash& hash) {
    const Model soup = Model::make(generate::soup(random, 30)).value();
    const std::vector<TouchingPair> x = self_collisions(soup);
    hash.add(x);
    return !x.empty();
  });
  query("self_distance", "models", [](Random& random, Hash& hash) {
    const Distance x = self_distance(Model::make(generate::soup(random, 12, {.size = 0.1})).value());
    hash.add(x.distance), hash.add(x.on_a), hash.add(x.on_b);
    return x.distance > 0;
  });
  query("self_within", "models", [](Random& random, Hash& hash) {
    const Model soup = Model::make(generate::soup(random, 12, {.size = 0.1})).value();
    const Within x = self_within(soup, random.uniform(0, 0.2));
    hash.add(x.within, x.a.triangle, x.b.triangle, x.status);
    return x.within;
  });
  ask_streams(p);
}

}  // namespace apart::bits
