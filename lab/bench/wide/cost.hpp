// What a query costs in a scene: time, tests and answers, as rows of a table.
#pragma once
#include <apart/queries/models/walk_queries.hpp>
#include <apart/triangles/overlap.hpp>
#include <cstdio>
#include <ctime>

namespace apart::lab::wide {

// Queries that count their calls.
struct Contacts {
  using Measure = Touching;
  PlacedPair pair;
  u64 tests = 0, answer = 0;
  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) {
    ++tests;
    if (!overlap(pair.of_a(i), pair.of_b(j))) return Found::nothing;
    ++answer;
    return Found::contact;
  }
};
// Without leaf tests: the cost of the trees alone.
struct VolumesOnly {
  using Measure = Touching;
  PlacedPair pair;
  u64 tests = 0, answer = 0;
  static double reach() { return 0; }
  Found primitives(u32, u32) { return ++tests, Found::nothing; }
};
struct Nearest {
  using Measure = Nearness;
  DistanceQuery query;
  u64 tests = 0;
  double answer = 0;
  explicit Nearest(const PlacedPair& pair) : query{pair} {}
  double reach() const { return query.reach(); }
  Found primitives(u32 i, u32 j) {
    ++tests;
    const Found found = query.primitives(i, j);
    answer = query.best_distance;
    return found;
  }
};

struct Scene {
  const char* name;
  Mesh a, b;
  std::vector<Pose> poses;
};

struct Cost {
  double micros = 1e300;
  double volumes = 0, triangles = 0, answer = 0;
};

// CPU time of this thread, so that other load matters less.
inline double thread_micros() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * double(now.tv_sec) + 1e-3 * double(now.tv_nsec);
}

template <class Query, class Run>
Cost cost(const Scene& scene, int rounds, Run run) {
  Cost out;
  const double n = double(scene.poses.size());
  for (int round = 0; round < rounds; ++round) {
    double volumes = 0, triangles = 0, answer = 0;
    const double start = thread_micros();
    for (const Pose& at : scene.poses) {
      Query query{PlacedPair{scene.a, at, scene.b}};
      volumes += double(run(at, query));
      triangles += double(query.tests), answer += double(query.answer);
    }
    out.micros = std::min(out.micros, (thread_micros() - start) / n);
    out.volumes = volumes / n, out.triangles = triangles / n, out.answer = answer;
  }
  return out;
}

struct Row {
  u32 leaf;
  const char* way;
  Cost cost;
};

inline void print(const char* what, const char* volume, const std::vector<Row>& rows) {
  std::printf("\n%s, %s\n  %4s %-22s %12s %7s %12s %12s\n", what, volume, "leaf", "walk", "µs per query", "gain",
              "tests", "triangles");
  for (const Row& row : rows) {
    if (row.cost.answer != rows[0].cost.answer) std::printf("  THE ANSWERS DIFFER\n");
    std::printf("  %4u %-22s %12.1f %7.2f %12.0f %12.0f\n", row.leaf, row.way, row.cost.micros,
                rows[0].cost.micros / row.cost.micros, row.cost.volumes, row.cost.triangles);
  }
  std::fflush(stdout);
}

}  // namespace apart::lab::wide
