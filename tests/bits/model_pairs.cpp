// Rows of apart_bits for two models.
#include <apart/base/relative.hpp>
#include <apart/queries/clash.hpp>
#include <apart/queries/collisions.hpp>
#include <apart/queries/containment.hpp>
#include <apart/queries/distance.hpp>
#include <apart/queries/hausdorff.hpp>
#include <apart/queries/intersection.hpp>
#include <apart/queries/local_depth.hpp>
#include <apart/queries/norms.hpp>
#include <apart/queries/penetration.hpp>
#include <apart/queries/separation.hpp>
#include <apart/queries/solid_intersection.hpp>
#include <apart/queries/span.hpp>
#include <apart/queries/within.hpp>

#include "tests/bits/hashed_answers.hpp"
#include "tests/bits/rows.hpp"

namespace apart::bits {

void ask_model_pairs(const Pieces& p) {
  const auto pairs = [&](const char* name, auto ask, u32 answers = kAnswers) {
    const auto one = [&](Random& random, Hash& hash) {
      const u32 n = static_cast<u32>(p.models.size()), i = random.below(n), j = random.below(n);
      return ask(p.models[i], meet(random, p.of_models[i], p.of_models[j]), p.models[j], random, hash);
    };
    query(name, "models", one, answers);
  };
  pairs("collide", [](const Model& a, const Pose& at, const Model& b, Random& random, Hash& hash) {
    const Collision x = collide(a, at, b, {.solid = random.chance(0.5)});
    hash.add(x.colliding, x.contained, x.a.triangle, x.b.triangle, x.status);
    return x.colliding;
  });
  pairs("collisions", [](const Model& a, const Pose& at, const Model& b, Random&, Hash& hash) {
    const Collisions x = collisions(a, at, b);
    hash.add(x.pairs, x.status);
    for (std::size_t k = 0; k < std::min<std::size_t>(x.pairs.size(), 3); ++k) {
      const Meeting where = meeting(a, at, b, x.pairs[k]);
      hash.add(static_cast<int>(where.kind), where.p, where.q);
    }
    return !x.pairs.empty();
  });
  pairs("within", [](const Model& a, const Pose& at, const Model& b, Random& random, Hash& hash) {
    const double tolerance = 0.25 * random.below(3);
    const Within x = within(a, at, b, tolerance, {.solid = random.chance(0.5)});
    hash.add(x.within, x.contained, x.a.triangle, x.b.triangle, x.status);
    return x.within;
  });
  pairs("distance", [](const Model& a, const Pose& at, const Model& b, Random& random, Hash& hash) {
    DistanceOptions options{.solid = random.chance(0.25)};
    if (random.chance(0.2)) options.rel_error = 0.1;
    if (random.chance(0.2)) options.max = 0.5;
    const Distance x = distance(a, at, b, options);
    add_points(hash, x);
    hash.add(x.at_least, x.a.triangle, x.b.triangle, x.contained);
    return x.distance > 0;
  });
  pairs("span", [](const Model& a, const Pose& at, const Model& b, Random&, Hash& hash) {
    const Span x = span(a, at, b);
    add_points(hash, x);
    const Beyond far = beyond(a, at, b, 2);
    hash.add(x.at_most, x.a.triangle, x.b.triangle, far.beyond, far.a.triangle, far.b.triangle);
    return far.beyond;
  });
  pairs("clash", [](const Model& a, const Pose& at, const Model& b, Random& random, Hash& hash) {
    const Clash x = clash(a, at, b, {.solid = random.chance(0.5), .tolerance = random.chance(0.5) ? 0 : 0.01});
    hash.add(static_cast<int>(x.state), x.contained, x.a.triangle, x.b.triangle, x.status);
    return x.state == Clash::State::clash;
  });
  pairs("intersection", [](const Model& a, const Pose& at, const Model& b, Random&, Hash& hash) {
    const Intersection x = intersection(a, at, b);
    hash.add(x.pairs, x.length, static_cast<u64>(x.flat_pairs), x.box, x.witness);
    for (const Curve& curve : x.curves) hash.add(curve.points, curve.closed, curve.length);
    return !x.curves.empty();
  });
  pairs(
      "solid_intersection",
      [](const Model& a, const Pose& at, const Model& b, Random&, Hash& hash) {
        if (!a.closed() || !b.closed()) return false;
        const SolidIntersection x = solid_intersection(a, at, b);
        hash.add(x.volume, x.area, x.at_least, x.at_most, x.status);
        for (const Vec3d& v : x.solid.vertices()) hash.add(v);
        for (const Face& f : x.solid.faces()) hash.add(f[0], f[1], f[2]);
        return x.volume > 0;
      },
      1000);
  pairs("contained", [](const Model& a, const Pose& at, const Model& b, Random&, Hash& hash) {
    if (collide(a, at, b)) return false;
    const bool x = contained(a, at, b);
    hash.add(x);
    return x;
  });
  query(
      "hausdorff", "models",
      [&](Random& random, Hash& hash) {
        const u32 n = static_cast<u32>(p.models.size()), i = random.below(n), j = random.below(n);
        const Pose at = meet(random, p.of_models[i], p.of_models[j]);
        HausdorffOptions options{.directed = random.chance(0.3)};
        if (random.chance(0.3)) options.rel_error = 0.01;
        if (random.chance(0.1)) options.norm = random.chance(0.5) ? Norm::one : Norm::infinity;
        const Hausdorff x = hausdorff(p.models[i], at, p.models[j], options);
        add_points(hash, x);
        hash.add(x.at_least, x.at_most, x.a.triangle, x.b.triangle, x.from_b);
        return x.from_b;
      },
      2000);
  query(
      "norms", "models",
      [&](Random& random, Hash& hash) {
        const u32 n = static_cast<u32>(p.models.size()), i = random.below(n), j = random.below(n);
        const Pose at = meet(random, p.of_models[i], p.of_models[j]);
        const Norm norm = random.chance(0.5) ? Norm::one : Norm::infinity;
        const Distance x = distance(p.models[i], at, p.models[j], norm);
        add_points(hash, x);
        add_points(hash, span(p.models[i], at, p.models[j], norm));
        return x.distance > 0;
      },
      1000);
  query(
      "penetration", "models",
      [&](Random& random, Hash& hash) {
        const u32 n = static_cast<u32>(p.models.size()), i = random.below(n), j = random.below(n);
        const Pose at = meet(random, p.of_models[i], p.of_models[j]);
        if (!p.models[i].closed() || !p.models[j].closed()) return false;
        const Penetration x = penetration(p.models[i], at, p.models[j], {.budget = Budget::of_tests(2000)});
        hash.add(x.depth, x.at_least, x.on_a, x.on_b, x.normal, x.status);
        for (const RegionDepth& r : region_depths(p.models[i], at, p.models[j])) hash.add(r.depth, r.normal);
        for (const VertexDepth& v : vertex_depths(p.models[i], at, p.models[j])) hash.add(v.vertex, v.depth, v.exit);
        return x.depth > 0;
      },
      200);
  pairs("which_inside", [](const Model& a, const Pose& at, const Model& b, Random&, Hash& hash) {
    if (collide(a, at, b)) return false;
    const Inside x = which_inside(a, at, b);
    hash.add(static_cast<int>(x.which), x.whole);
    return static_cast<bool>(x);
  });
  pairs("separation_bound", [](const Model& a, const Pose& at, const Model& b, Random&, Hash& hash) {
    const std::vector<TouchingPair> touching = collisions(a, at, b).pairs;
    const SeparationBound x = separation_bound(a, {}, b, at, touching);
    hash.add(x.length, x.translation);
    return x.length > 0;
  });
  pairs("depth_since", [](const Model& a, const Pose& at, const Model& b, Random& random, Hash& hash) {
    const Distance last = distance(a, at, b);
    const Pose now = Pose::shift(0.5 * random.in_ball()) * at;
    if (last.distance == 0) return false;
    const double x = depth_since(last, at, now);
    hash.add(x);
    return x > 0;
  });
  pairs(
      "hausdorff_above",
      [](const Model& a, const Pose& at, const Model& b, Random& random, Hash& hash) {
        const HausdorffAbove x = hausdorff_above(a, at, b, random.uniform(0.5, 2.5));
        hash.add(x.above, x.at_least, x.at_most, x.status);
        return x.above;
      },
      2000);
  query("distance", "world-poses", [&](Random& random, Hash& hash) {
    const Drawn a = draw(random, p), b = draw(random, p);
    const Pose a_in_world = random.pose(10), b_in_a = meet(random, a.thing, b.thing);
    const Distance x = distance(a.model, a_in_world, b.model, a_in_world * b_in_a);
    add_points(hash, x);
    hash.add(x.at_least);
    return x.distance > 0;
  });
}

}  // namespace apart::bits
