// First contacts of moving bodies beside FCL (meshes), Bullet (convex hulls) and dense sampling: one thread, CPU time
// of the thread, best of some rounds. Motions go across each other's size, half of them turn. A miss is a motion that
// is called free, or whose time is after a contact that collide() sees at one of 1,000 sampled times.
//   impact_bench [MOTIONS [ROUNDS [TRIANGLES [meshes|hulls]]]]     100, 3, 40000, both; ten times as many of hulls
#include <apart/motion/impact.hpp>
#include <apart/queries/cast.hpp>
#include <cstdio>
#include <cstdlib>
#include <samples/generate.hpp>
#include <string>

#include "lab/bench/impact/rivals.hpp"
#include "lab/clock.hpp"

namespace {

using namespace apart;
using namespace apart::lab;

std::vector<Sweep> random_sweeps(Random& random, double size, int count, bool turning) {
  std::vector<Sweep> out;
  for (int i = 0; i < count; ++i) {
    // From outside, past the other at up to two thirds of the size, to the other side.
    const Vec3d way = random.direction(), aside = 0.67 * size * random.in_ball();
    const Mat3d start = random.rotation(), end = turning && i % 2 == 1 ? random.rotation() : start;
    const double length = size * random.uniform(2, 3);
    out.push_back({{start, aside - 0.5 * length * way}, {end, aside + 0.5 * length * way}});
  }
  return out;
}

struct Seen {
  std::vector<double> first;  // a contact at this time, or infinite: of sampled ones
};

void print(const std::string& name, double seconds, const std::vector<SweepAnswer>& answers, const Seen& seen) {
  int hits = 0, misses = 0;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    hits += answers[i].hit;
    misses += (answers[i].hit ? answers[i].time : 1.0) > seen.first[i] + 1e-6;
  }
  std::printf("  %-34s %10.2f µs  %4d hits  %4d misses\n", name.c_str(), 1e6 * seconds / double(answers.size()), hits,
              misses);
}

void row(const std::string& name, int rounds, const Seen& seen, const Sweeps& run) {
  std::vector<SweepAnswer> answers(seen.first.size());
  double best = 1e300;
  for (int round = 0; round < rounds; ++round) {
    const double took = seconds_of([&] { run(answers.data()); });
    best = std::min(best, took);
    if (took > 20) break;
  }
  print(name, best, answers, seen);
}

Sweeps by_impact(const Geometry& a, const Geometry& b, const std::vector<Sweep>& sweeps, const ImpactOptions& options) {
  return [=](SweepAnswer* out) {
    for (const Sweep& s : sweeps) {
      const Impact r = impact(a, b, RigidMotion::between(s.from, s.to), options);
      *out++ = {r.hit, r.hit ? r.free_until : 1};
    }
  };
}

// The motions are made before, as those of others are.
Sweeps by_impact(const Geometry& a, const Geometry& b, std::vector<RigidMotion> motions, const ImpactOptions& options) {
  return [=](SweepAnswer* out) {
    for (const RigidMotion& motion : motions) {
      const Impact r = impact(a, b, motion, options);
      *out++ = {r.hit, r.hit ? r.free_until : 1};
    }
  };
}

Sweeps by_sampling(const Geometry& a, const Geometry& b, const std::vector<Sweep>& sweeps, int samples) {
  return [=](SweepAnswer* out) {
    for (const Sweep& s : sweeps) {
      const RigidMotion motion = RigidMotion::between(s.from, s.to);
      *out = {};
      for (int k = 0; k <= samples && !out->hit; ++k)
        if (collide(a, motion.at(double(k) / samples), b)) *out = {true, double(k) / samples};
      ++out;
    }
  };
}

Seen sampled(const Geometry& a, const Geometry& b, const std::vector<Sweep>& sweeps) {
  std::vector<SweepAnswer> answers(sweeps.size());
  by_sampling(a, b, sweeps, 1000)(answers.data());
  Seen out;
  for (const SweepAnswer& r : answers) out.first.push_back(r.hit ? r.time : std::numeric_limits<double>::infinity());
  return out;
}

double radius_of(const std::vector<Vec3d>& points) {
  double most = 0;
  for (const Vec3d& p : points) most = std::max(most, length(p));
  return most;
}

void meshes(const char* name, const Mesh& a, const Mesh& b, int motions, int rounds) {
  Random random(1);
  const Model of_a = Model::make(a).value(), of_b = Model::make(b).value();
  const double size =
      radius_of({a.vertices().begin(), a.vertices().end()}) + radius_of({b.vertices().begin(), b.vertices().end()});
  const std::vector<Sweep> sweeps = random_sweeps(random, size, motions, true);
  const Seen seen = sampled(of_a, of_b, sweeps);
  std::printf("%s, %u and %u triangles\n", name, a.size(), b.size());
  row("impact", rounds, seen, by_impact(of_a, of_b, sweeps, {.clearance = false}));
  row("impact, tolerance 1e-4", rounds, seen,
      by_impact(of_a, of_b, sweeps, {.tolerance = 1e-4 * size, .clearance = false}));
  row("impact with the least clearance", rounds, seen, by_impact(of_a, of_b, sweeps, {}));
  row("100 samples of collide", 1, seen, by_sampling(of_a, of_b, sweeps, 100));
  row("FCL, conservative advancement", 1, seen, fcl_meshes(a, b, sweeps));
}

std::vector<Vec3d> random_hull(Random& random, int points) {
  std::vector<Vec3d> out;
  for (int i = 0; i < points; ++i) out.push_back(random.direction());
  return out;
}

void hulls(int points, int motions, int rounds) {
  Random random(2);
  const std::vector<Vec3d> a = random_hull(random, points), b = random_hull(random, points);
  const Shape of_a = Polytope::make(a).value(), of_b = Polytope::make(b).value();
  for (const bool turning : {false, true}) {
    std::vector<Sweep> sweeps = random_sweeps(random, 2, motions, false);
    if (turning)
      for (Sweep& s : sweeps) s.to.rotation = random.rotation();
    const Seen seen = sampled(of_a, of_b, sweeps);
    std::printf("hulls of %d points, %s\n", points, turning ? "turning" : "straight");
    row("impact", rounds, seen, by_impact(of_a, of_b, sweeps, {.clearance = false}));
    std::vector<RigidMotion> made;
    for (const Sweep& s : sweeps) made.push_back(RigidMotion::between(s.from, s.to));
    row("impact, motions made before", rounds, seen, by_impact(of_a, of_b, made, {.clearance = false}));
    if (turning) {
      row("Bullet, continuous convex collision", rounds, seen, bullet_turning(a, b, sweeps));
      continue;
    }
    row("cast", rounds, seen, [&](SweepAnswer* out) {
      for (const Sweep& s : sweeps) {
        const Cast r = cast(of_a, s.from, of_b, s.to.translation - s.from.translation);
        *out++ = {r.hit, r.time};
      }
    });
    row("Bullet, subsimplex convex cast", rounds, seen, bullet_straight(a, b, sweeps));
  }
}

}  // namespace

int main(int count, char** words) {
  const int motions = count > 1 ? std::atoi(words[1]) : 100, rounds = count > 2 ? std::atoi(words[2]) : 3;
  const u32 triangles = count > 3 ? u32(std::atoi(words[3])) : 40000;
  const std::string only = count > 4 ? words[4] : "";
  if (only != "hulls") {
    meshes("spheres", generate::sphere(1, triangles), generate::sphere(1, triangles), motions, rounds);
    meshes("wrinkled and bent torus", generate::wrinkled_torus(triangles), generate::bent_torus(triangles), motions,
           rounds);
    meshes("jaws", generate::teeth(generate::Jaw::upper, triangles), generate::teeth(generate::Jaw::lower, triangles),
           motions, rounds);
  }
  if (only == "meshes") return 0;
  for (const int points : {8, 32, 100}) hulls(points, 10 * motions, rounds);
}
