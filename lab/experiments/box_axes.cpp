// Which of the fifteen axes are worth their cost? How often the nine products of edges alone separate two boxes (van
// den Bergen 1997: about 15 %, and 6 to 7 % of all tests if they are left out); after which axes a traversal that tests
// spheres first is fastest (Chang, Wang and Kim, section 3.2: five); and how many operations a test takes (Gottschalk
// 2000, table 4.1: 89 to 252).
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/queries/placed_pair.hpp>
#include <apart/traversal/pair_walk.hpp>
#include <apart/traversal/watch/record.hpp>
#include <apart/triangles/overlap.hpp>
#include <apart/volumes/kinds/dual.hpp>
#include <array>
#include <samples/generate.hpp>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"
#include "lab/subject.hpp"

namespace {

using namespace apart;
using namespace apart::lab;

// In the order of preference: the thin sides first, then products of the long edges.
struct AxisOf {
  const char* name;
  int kind, i, j;  // 0: A's face i; 1: B's face j; 2: the product of edges i and j
};
constexpr AxisOf kPreferred[] = {{"a0", 0, 0, 0},  {"b0", 1, 0, 0},  {"c22", 2, 2, 2}, {"c12", 2, 1, 2},
                                 {"c21", 2, 2, 1}, {"c11", 2, 1, 1}, {"a1", 0, 1, 0},  {"b1", 1, 0, 1},
                                 {"c02", 2, 0, 2}, {"c20", 2, 2, 0}, {"c01", 2, 0, 1}, {"c10", 2, 1, 0},
                                 {"a2", 0, 2, 0},  {"b2", 1, 0, 2},  {"c00", 2, 0, 0}};

bool apart_along(const ObbPair<float>& p, const AxisOf& axis) {
  return axis.kind == 0   ? p.apart_along_a(axis.i)
         : axis.kind == 1 ? p.apart_along_b(axis.j)
                          : p.apart_along_edges(axis.i, axis.j);
}

// Spheres, then the first axes of the list.
struct TouchingByFirst : Touching {
  using Touching::bound;
  static inline int axes = 5;
  static double bound(const Dual<float>& a, const Placement<float>& at, const Dual<float>& b) {
    if (!overlap(a.ball, at, b.ball)) return std::numeric_limits<double>::infinity();
    const ObbPair<float> p(a.box, at, b.box);
    for (int k = 0; k < axes; ++k)
      if (apart_along(p, kPreferred[k])) return std::numeric_limits<double>::infinity();
    return 0;
  }
};

struct ContactsByFirst {
  using Measure = TouchingByFirst;
  PlacedPair pair;
  static double reach() { return 0; }
  Found primitives(u32 i, u32 j) { return primitives(i, pair.of_a(i), j, pair.of_b(j)); }
  Found primitives(u32, const Triangle& s, u32, const Triangle& t) {
    return overlap(s, t) ? Found::contact : Found::nothing;
  }
};

struct Scenes {
  const char* name;
  Mesh a, b;
  std::vector<Pose> poses;
};

std::vector<Scenes> scenes(Run& run) {
  const u32 n = run.pick(3000u, 15500u);
  Random random(1);
  std::vector<Pose> grazing, sliding;
  for (int k = 0; k < run.pick(10, 60); ++k) {
    const Mat3d turn = random.rotation();
    grazing.push_back({turn, 2.02 * random.direction()});
    sliding.push_back({turn, (0.3 + 0.025 * k) * Vec3d{1, 0, 0}});
  }
  const Mesh bumpy = generate::bent_torus(n);
  return {{"spheres 0.02 apart", generate::sphere(1, n), generate::sphere(1, n), grazing},
          {"spheres that slide", generate::sphere(1, n), generate::sphere(0.8, n), sliding},
          {"bent tori that graze", bumpy, bumpy, grazing}};
}

void greedy(Run& run) {
  Table& table = run.table("axes", "Spheres first, then the first axes of the list: all contacts",
                           {"scene", "axes", "last one", "volume tests", "triangle tests", "ms", "over all fifteen"});
  Plot plot("Spheres first, then some axes", {"axes", false, 1, 15}, {"time over all fifteen"});
  for (const Scenes& scene : scenes(run)) {
    Plot::Points curve;
    using Volume = Dual<float>;
    const Tree<Volume> a = fit_tree<Volume>(published_topology(scene.a), scene.a),
                       b = fit_tree<Volume>(published_topology(scene.b), scene.b);
    double seconds[16] = {}, all = 0;
    std::array<Count, 16> counts;
    for (int axes = 15; axes >= 1; --axes) {
      if (!run.go_on(std::size_t(15 - axes), 15)) return;
      TouchingByFirst::axes = axes;
      double best = 1e9;
      for (int round = 0; round < run.pick(3, 5); ++round) {
        Count count;
        const double took = seconds_of([&] {
          for (const Pose& at : scene.poses) {
            ContactsByFirst query{{scene.a, at, scene.b}};
            walk(a, at, b, query, count);
          }
        });
        best = std::min(best, took);
        counts[std::size_t(axes)] = count;
      }
      seconds[axes] = best;
      if (axes == 15) all = best;
    }
    int fastest = 1;
    for (int axes = 1; axes <= 15; ++axes) {
      if (seconds[axes] < seconds[fastest]) fastest = axes;
      const Count& c = counts[std::size_t(axes)];
      curve.push_back({double(axes), seconds[axes] / all});
      table.add({scene.name,
                 axes,
                 kPreferred[axes - 1].name,
                 c.volume_tests(),
                 c.primitive_tests(),
                 {1e3 * seconds[axes], 4},
                 {seconds[axes] / all, 3}});
    }
    plot.line(scene.name, curve);
    run.compare(std::string(scene.name) + ": number of axes that is fastest", fastest, 5);
  }
  run.plot("axes", plot);
}

void products(Run& run) {
  Table& table = run.table("products", "Tests of oriented boxes: what the nine products of edges decide",
                           {"scene", "tests", "disjoint", "by products alone, % of the disjoint", "% of all tests"});
  for (const Scenes& scene : scenes(run)) {
    if (!run.go_on(0, 1)) return;
    using Box = Obb<float>;
    const Tree<Box> a = fit_tree<Box>(published_topology(scene.a), scene.a),
                    b = fit_tree<Box>(published_topology(scene.b), scene.b);
    u64 tests = 0, apart = 0, by_products = 0;
    for (const Pose& at : scene.poses) {
      struct Only {
        struct Measure : Touching {};
        static double reach() { return 0; }
        static Found primitives(u32, u32) { return Found::nothing; }
      } query;
      Record record;
      walk(a, at, b, query, record);
      const Placement<float> place = placement<float>(a.frame, at, b.frame);
      for (const Record::Test& test : record.tests) {
        ++tests;
        if (test.kept) continue;
        ++apart;
        by_products += overlap_by_faces(a.volumes[test.a], place, b.volumes[test.b]);
      }
    }
    const double of_apart = 100.0 * double(by_products) / double(apart),
                 of_all = 100.0 * double(by_products) / double(tests);
    table.add({scene.name, tests, apart, {of_apart, 3}, {of_all, 3}});
    run.compare(std::string(scene.name) + ": separated by products alone, % of the disjoint", of_apart, 15);
    run.compare(std::string(scene.name) + ": the same, % of all tests", of_all, 6.5);
  }
}

// A number that counts what is done with it.
struct Counted {
  double x = 0;
  static inline int compares = 0, sums = 0, products = 0, absolutes = 0;

  friend Counted operator+(Counted a, Counted b) { return ++sums, Counted{a.x + b.x}; }
  friend Counted operator-(Counted a, Counted b) { return ++sums, Counted{a.x - b.x}; }
  friend Counted operator*(Counted a, Counted b) { return ++products, Counted{a.x * b.x}; }
  friend bool operator>(Counted a, Counted b) { return ++compares, a.x > b.x; }
  friend Counted abs(Counted a) { return ++absolutes, Counted{a.x < 0 ? -a.x : a.x}; }
  static void clear() { compares = sums = products = absolutes = 0; }
  static int all() { return compares + sums + products + absolutes; }
};

// The test as published, step by step; after(step) is called with what it took so far. Nothing ends early: boxes that
// overlap are given.
template <class After>
void fifteen_axes(const Counted (&axes_a)[3][3], const Counted (&axes_b)[3][3], const Counted (&between)[3],
                  const Counted (&a)[3], const Counted (&b)[3], After after) {
  Counted r[3][3], size[3][3], t[3];
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      r[i][j] = axes_a[i][0] * axes_b[j][0] + axes_a[i][1] * axes_b[j][1] + axes_a[i][2] * axes_b[j][2];
    t[i] = between[0] * axes_a[i][0] + between[1] * axes_a[i][1] + between[2] * axes_a[i][2];
  }
  after("coordinate transform, without the difference of the centres");
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) size[i][j] = abs(r[i][j]);
  after("common absolute values");
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) size[i][j] = size[i][j] + Counted{1e-6};
  after("error guard");
  [[maybe_unused]] bool apart = false;
  for (int i = 0; i < 3; ++i) {
    apart |= abs(t[i]) > a[i] + (b[0] * size[i][0] + b[1] * size[i][1] + b[2] * size[i][2]);
    after("face of A");
  }
  for (int j = 0; j < 3; ++j) {
    apart |= abs(t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]) >
             b[j] + (a[0] * size[0][j] + a[1] * size[1][j] + a[2] * size[2][j]);
    after("face of B");
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      apart |= abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) >
               a[i1] * size[i2][j] + a[i2] * size[i1][j] + (b[j1] * size[i][j2] + b[j2] * size[i][j1]);
      after("product of edges");
    }
}

void operations(Run& run) {
  Table& table = run.table("operations", "Operations of the published test, counted (table 4.1)",
                           {"step", "operations", "compares", "sums", "products", "absolute values", "so far"});
  const auto numbers = [](const Mat3d& m) {
    std::array<std::array<Counted, 3>, 3> out;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) out[i][j] = {m(int(i), int(j))};
    return out;
  };
  const auto turned = numbers(Random(1).rotation());
  Counted axes_a[3][3], axes_b[3][3], between[3] = {{0.1}, {0.2}, {0.1}}, a[3] = {{1}, {2}, {3}},
                                      b[3] = {{3}, {1}, {2}};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) axes_a[i][j] = {double(i == j)}, axes_b[i][j] = turned[i][j];
  Counted::clear();
  int before = 0, first = 0, c = 0, s = 0, p = 0, v = 0;
  fifteen_axes(axes_a, axes_b, between, a, b, [&](const char* step) {
    table.add({step, Counted::all() - before, Counted::compares - c, Counted::sums - s, Counted::products - p,
               Counted::absolutes - v, Counted::all()});
    if (first == 0 && Counted::compares == 1) first = Counted::all();
    before = Counted::all(), c = Counted::compares, s = Counted::sums, p = Counted::products, v = Counted::absolutes;
  });
  // The published transform has three sums more: the difference of the centres.
  run.compare_difference("operations until the first axis (published: 89 with the difference of centres)", first + 3,
                         89, 0);
  run.compare_difference("operations of all fifteen (published: 252)", Counted::all() + 3, 252, 0);
}

}  // namespace

namespace apart::lab {

void box_axes(Run& run) {
  operations(run);
  products(run);
  if (!run.stopped()) greedy(run);
}

}  // namespace apart::lab
