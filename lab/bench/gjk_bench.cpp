// GJK's variants (plain, with momentum, careful, warm start) and EPA, in iterations and nanoseconds:
// pairs of hulls, far, near, nearly touching, overlapping slightly and deeply.
//   gjk_bench [VERTICES [PAIRS]]
#include <apart/base/random.hpp>
#include <apart/base/rigidity.hpp>
#include <apart/convex/gjk/epa.hpp>
#include <apart/shapes/polytope.hpp>
#include <apart/shapes/support.hpp>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lab/clock.hpp"

namespace {

using namespace apart;
using namespace apart::lab;

struct HullSupport {
  const Polytope* hull;
  Vec3d operator()(Vec3d direction) const { return farthest(*hull, direction); }
};

struct Pair {
  Polytope a, b;
  Mat3d turn;
  Vec3d along;
  double touching = 0;  // this far apart along the direction

  Pose at(double by) const { return {turn, (touching + by) * along}; }
};

Polytope hull(Random& random, int count) {
  const Vec3d radii{random.uniform(0.5, 1), random.uniform(0.5, 1), 1};
  std::vector<Vec3d> points;
  for (int i = 0; i < count; ++i) {
    const Vec3d d = random.direction();
    points.push_back({radii.x * d.x, radii.y * d.y, radii.z * d.z});
  }
  return Polytope::make(points).value();
}

Pair pair(Random& random, int count) {
  Pair out{hull(random, count), hull(random, count), random.rotation(), random.direction()};
  double apart_by = 4, meet_by = 0;
  for (int i = 0; i < 60; ++i) {
    out.touching = 0.5 * (apart_by + meet_by);
    const PlacedSupport b{out.at(0), HullSupport{&out.b}};
    (gjk(HullSupport{&out.a}, b, out.along).meet() ? meet_by : apart_by) = out.touching;
  }
  return out;
}

struct Figures {
  double steps = 0, ns = 0;
};

// Runs all pairs; the result of each is its number of iterations.
template <class Query>
Figures measure(const std::vector<Pair>& pairs, Query query) {
  Figures out;
  for (const Pair& p : pairs) out.steps += double(query(p)) / double(pairs.size());
  long sum = 0;
  out.ns = 1e9 / double(pairs.size()) *
           best_seconds(
               [&] {
                 for (const Pair& p : pairs) sum += query(p);
               },
               9, 2e-3);
  return sum > 0 ? out : Figures{};
}

}  // namespace

int main(int argc, char** argv) {
  const int vertices = argc > 1 ? std::atoi(argv[1]) : 32, count = argc > 2 ? std::atoi(argv[2]) : 200;
  Random random(1);
  std::vector<Pair> pairs;
  for (int i = 0; i < count; ++i) pairs.push_back(pair(random, vertices));

  std::printf("hulls of %d vertices, %d pairs: steps, nanoseconds\n\n", vertices, count);
  std::printf("%-14s%15s%15s%15s%15s%15s%15s%15s\n", "", "plain", "boolean", "Nesterov", "Polyak", "careful",
              "last simplex", "GJK and EPA");
  struct Lie {
    const char* name;
    double by;
  };
  for (const Lie lie : {Lie{"far", 2}, {"near", 0.02}, {"1e-6 apart", 1e-6}, {"shallow", -0.02}, {"deep", -0.8}}) {
    std::printf("%-14s", lie.name);
    const auto show = [&](auto query) {
      const Figures f = measure(pairs, query);
      std::printf("%7.2f%8.0f", f.steps, f.ns);
    };
    const auto with = [&](GjkOptions options) {
      show([=](const Pair& p) {
        const Pose at = p.at(lie.by);
        return gjk(HullSupport{&p.a}, PlacedSupport{at, HullSupport{&p.b}}, at.translation, options).steps;
      });
    };
    with({});
    with({.reach = 0});
    with({.momentum = GjkMomentum::nesterov});
    with({.momentum = GjkMomentum::polyak});
    with({.careful = true});
    // Warm start from a pose half a degree and a little translation earlier.
    std::vector<GjkSimplex> memory;
    for (const Pair& p : pairs) {
      const Pose at = p.at(lie.by);
      const HullSupport a{&p.a};
      const PlacedSupport b{at, HullSupport{&p.b}};
      Gjk before(a, b, at.translation);
      before.run();
      memory.push_back(kept({}, before.simplex(), at));
    }
    const double s = 0.0087;
    const Mat3d small = nearest_rotation(Mat3d{{{1, -s, 0}, {s, 1, 0}, {0, 0, 1}}});
    show([&](const Pair& p) {
      const GjkSimplex& last = memory[static_cast<std::size_t>(&p - pairs.data())];
      const Pose at{small * p.turn, p.at(lie.by + 0.002).translation};
      const HullSupport a{&p.a};
      const PlacedSupport b{at, HullSupport{&p.b}};
      Gjk search(a, b, placed(last, at), at.translation);
      search.run();
      return search.result().steps + (kept(last, search.simplex(), at).count > 4 ? 1 : 0);
    });
    if (lie.by < 0)
      show([&](const Pair& p) {
        const Pose at = p.at(lie.by);
        const HullSupport a{&p.a};
        const PlacedSupport b{at, HullSupport{&p.b}};
        Gjk search(a, b, at.translation);
        const int steps = search.run().steps;
        return steps + epa(a, b, search.simplex()).steps;
      });
    std::printf("\n");
  }
}
