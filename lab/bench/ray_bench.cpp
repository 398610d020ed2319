// First hits of random rays, beside Embree (floats, one ray at a time) and CGAL's AABB tree: answers compared first,
// then rates of one thread, and what streams on all cores give.
//   ray_bench [TRIANGLES [RAYS [ROUNDS]]]
#include <algorithm>
#include <apart/base/bounds.hpp>
#include <apart/base/random.hpp>
#include <apart/hierarchy/box_tree.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <samples/generate.hpp>

#include "lab/bench/ray/rival.hpp"

namespace {

using namespace apart;

// CPU time of this process: the machine may be busy.
template <class F>
double seconds(F f) {
  const std::clock_t start = std::clock();
  f();
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

struct Contender {
  const char* name;
  lab::FirstHits run;
  std::size_t rays;
  double least = 1e300;  // seconds per ray
  std::vector<double> t{};
};

void first_hits(const Model& model, Rays rays, std::span<double> t) {
  for (std::size_t i = 0; i < rays.size(); ++i) t[i] = cast(model, rays[i]).t;
}

void stream_hits(const Model& model, Rays rays, std::span<double> t) {
  static std::vector<RayHit> hits;
  hits.resize(rays.size());
  cast(model, rays, hits, {}, {.threads = 1});
  for (std::size_t i = 0; i < rays.size(); ++i) t[i] = hits[i].t;
}

void compare(const char* name, const Mesh& mesh, std::size_t count, int rounds) {
  const Bounds box = hierarchy::bounds_of(mesh);
  const Vec3d middle = 0.5 * box.low + 0.5 * box.high;
  const double size = length(box.high - box.low) / 2;
  Random random(1);
  std::vector<Ray> rays;
  for (std::size_t i = 0; i < count; ++i) {
    // From around the model to a point in the ball about it.
    const Vec3d from = middle + 1.5 * size * random.direction();
    rays.push_back({from, middle + size * random.in_ball() - from});
  }
  const Model model = Model::make(mesh, {.threads = 0}).value();
  double build = seconds([&] { (void)model.boxes(); });
  std::printf("%s: %u triangles, boxes and blocks in %.2f s\n", name, mesh.size(), build);
  Contender all[] = {
      {"Apart", [&](Rays r, std::span<double> t) { first_hits(model, r, t); }, count},
      {"Apart, stream", [&](Rays r, std::span<double> t) { stream_hits(model, r, t); }, count},
      {"Embree", lab::embree_first_hits(mesh, false), count},
      {"Embree, robust", lab::embree_first_hits(mesh, true), count},
      {"CGAL", lab::cgal_first_hits(mesh), std::min<std::size_t>(count, 20000)},
  };
  for (int round = 0; round < rounds; ++round)
    for (Contender& c : all) {
      c.t.resize(c.rays);
      const double time = seconds([&] { c.run(Rays(rays).first(c.rays), c.t); });
      c.least = std::min(c.least, time / double(c.rays));
    }
  const std::vector<double>& ours = all[0].t;
  std::size_t hits = 0;
  for (const double t : ours) hits += t < kRayInfinity;
  std::printf("  %.1f %% of %zu rays hit\n", 100.0 * double(hits) / double(count), count);
  for (const Contender& c : all) {
    std::size_t missed = 0, more = 0, other = 0;
    for (std::size_t i = 0; i < c.rays; ++i) {
      const bool we = ours[i] < kRayInfinity, they = c.t[i] < kRayInfinity;
      if (we != they)
        ++(we ? missed : more);
      else if (we && std::abs(ours[i] - c.t[i]) > 1e-4 * size)
        ++other;
    }
    std::printf("  %-16s %8.3f M rays/s  %6.0f ns   ours is %5.2f times as fast, in a stream %5.2f times\n", c.name,
                1e-6 / c.least, 1e9 * c.least, c.least / all[0].least, c.least / all[1].least);
    if (missed + more + other > 0)
      std::printf("    misses %zu, hits %zu more, %zu at another place\n", missed, more, other);
  }
  const auto start = std::chrono::steady_clock::now();
  const Batch<RayHit> stream = cast(model, rays);
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  bool same = true;
  for (std::size_t i = 0; i < count; ++i) same = same && stream.answers[i].t == ours[i];
  std::printf("  stream on all cores: %.3f M rays/s, %s\n", 1e-6 * double(count) / wall,
              same ? "the same answers" : "DIFFERENT answers");
}

}  // namespace

int main(int argc, char** argv) {
  const u32 triangles = argc > 1 ? static_cast<u32>(std::atoi(argv[1])) : 1000000;
  const std::size_t rays = argc > 2 ? static_cast<std::size_t>(std::atoi(argv[2])) : 200000;
  const int rounds = argc > 3 ? std::atoi(argv[3]) : 5;
  compare("sphere", generate::sphere(1, triangles), rays, rounds);
  compare("wrinkled torus", generate::wrinkled_torus(triangles), rays, rounds);
  compare("cabin", generate::cabin(triangles), rays, rounds);
}
