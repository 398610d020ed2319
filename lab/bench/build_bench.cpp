// Build time and quality of trees: our builders, FCL's and Embree's on the same meshes in the same run; then the cost
// of
// traversals of our trees.
//
//   build_bench [TRIANGLES] [REPEATS] [all]     1000000 for the figures in the documents
//
// Without `all`: whole trees of one mesh, compared with other libraries. With it: also every builder by itself on three
// meshes, and the cost of traversals of its trees.
#include <algorithm>
#include <apart/hierarchy/analysis/facts.hpp>
#include <apart/hierarchy/builders/agglomerate.hpp>
#include <apart/hierarchy/builders/bottom_up.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/insertion.hpp>
#include <apart/hierarchy/builders/linear.hpp>
#include <apart/hierarchy/builders/widen.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/hierarchy/fit/refit.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <apart/volumes/kinds/aabb.hpp>
#include <apart/volumes/obb_siblings.hpp>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <samples/generate.hpp>
#include <string_view>

#include "tests/oracle/fcl.hpp"
#ifdef APART_LAB_EMBREE
#include <embree3/rtcore.h>
#endif

namespace {

using namespace apart;

struct Named {
  const char* name;
  AnySplit split;
};

const std::vector<Named>& rules() {
  static const std::vector<Named> all{
      {"area, three axes (default)", AreaHeuristic{}},
      {"area, longest side", Split<LongestCentreSide, BinnedArea>{.point = {.axes = 1}}},
      {"area, spread of centres", Split<CentreSpread, BinnedArea>{}},
      {"volume, three axes", Split<LongestCentreSide, BinnedVolume>{}},
      {"longest side, mean", Split<LongestCentreSide, Mean>{}},
      {"longest side, midpoint", Split<LongestCentreSide, Midpoint>{}},
      {"longest side, median", MedianSplit{}},
      {"longest side, gap", Split<LongestCentreSide, WidestGap>{}},
      {"longest box side, mean", Split<LongestBoxSide, Mean>{}},
      {"spread of centres, mean", Split<CentreSpread, Mean>{}},
      {"spread of area, mean", CovarianceMean{}},
      {"spread of area, gap", Split<AreaSpread, WidestGap>{}},
  };
  return all;
}

// Wall-clock and CPU seconds of this process: if the two differ on one thread, the machine was busy, and the second is
// the one to compare.
struct Time {
  double passed = 1e30, computed = 1e30;
};

Time time_of(int repeats, const std::function<void()>& f) {
  Time best;
  for (int k = 0; k < repeats; ++k) {
    const std::clock_t computed = std::clock();
    const auto start = std::chrono::steady_clock::now();
    f();
    best.passed =
        std::min(best.passed, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    best.computed = std::min(best.computed, double(std::clock() - computed) / CLOCKS_PER_SEC);
  }
  return best;
}

template <class V>
void build_fcl(const std::vector<fcl::Vector3d>& vertices, const std::vector<fcl::Triangle>& faces) {
  fcl::BVHModel<V> model;
  model.beginModel(static_cast<int>(faces.size()), static_cast<int>(vertices.size()));
  model.addSubModel(vertices, faces);
  model.endModel();
}

#ifdef APART_LAB_EMBREE
// The vertices are copied into Embree's buffers before timing starts.
Time embree(const Mesh& mesh, RTCBuildQuality quality, int repeats) {
  RTCDevice device = rtcNewDevice("threads=1,set_affinity=0");
  Time best;
  for (int k = 0; k < repeats; ++k) {
    RTCScene scene = rtcNewScene(device);
    rtcSetSceneBuildQuality(scene, quality);
    RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    rtcSetGeometryBuildQuality(geometry, quality);
    float* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(
        geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 3 * sizeof(float), mesh.vertices().size()));
    for (Vec3d v : mesh.vertices())
      for (int i = 0; i < 3; ++i) *vertices++ = rounded<float>(v[i]);
    u32* faces = static_cast<u32*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                           3 * sizeof(u32), mesh.faces().size()));
    for (const Face& f : mesh.faces())
      for (u32 v : f) *faces++ = v;
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    const Time once = time_of(1, [&] { rtcCommitScene(scene); });
    best = {std::min(best.passed, once.passed), std::min(best.computed, once.computed)};
    rtcReleaseScene(scene);
  }
  rtcReleaseDevice(device);
  return best;
}
#endif

// One line per builder; the last columns compare single-threaded CPU time.
struct Table {
  double fcl = 0, embree = 0;  // seconds of FCL's OBBRSS and of Embree's medium quality

  void row(const char* name, u32 threads, Time t) const {
    std::printf("  %-32s %7u %9.3f %9.3f", name, threads, t.passed, t.computed);
    if (threads == 1 && fcl > 0) std::printf(" %9.2f", fcl / t.computed);
    if (threads == 1 && embree > 0) std::printf(" %9.2f", embree / t.computed);
    std::printf("\n");
    std::fflush(stdout);
  }
};

void builds(const char* name, const Mesh& mesh, int repeats) {
  std::printf("\n%s, %u triangles\n  %-32s %7s %9s %9s %9s %9s\n", name, mesh.size(), "builder", "threads", "passed",
              "computed", "OBBRSS ÷", "Embree ÷");
  std::vector<fcl::Vector3d> vertices;
  for (Vec3d v : mesh.vertices()) vertices.emplace_back(v.x, v.y, v.z);
  std::vector<fcl::Triangle> faces;
  for (const Face& f : mesh.faces()) faces.emplace_back(f[0], f[1], f[2]);
  Table table;
  const Time obbrss = time_of(1, [&] { build_fcl<fcl::OBBRSSd>(vertices, faces); });
  const Time obb = time_of(1, [&] { build_fcl<fcl::OBBd>(vertices, faces); });
  table.fcl = obbrss.computed;
#ifdef APART_LAB_EMBREE
  const Time medium = embree(mesh, RTC_BUILD_QUALITY_MEDIUM, repeats);
  table.embree = medium.computed;
  table.row("FCL OBBRSS", 1, obbrss);
  table.row("FCL OBB", 1, obb);
  table.row("Embree, high quality", 1, embree(mesh, RTC_BUILD_QUALITY_HIGH, repeats));
  table.row("Embree, medium quality (default)", 1, medium);
  table.row("Embree, low quality (fast)", 1, embree(mesh, RTC_BUILD_QUALITY_LOW, repeats));
#else
  table.row("FCL OBBRSS", 1, obbrss);
  table.row("FCL OBB", 1, obb);
  std::printf("  (built without Embree: libembree-dev was not found)\n");
#endif
  // Top-down topologies, leaves of 4.
  for (const Named& rule : rules())
    for (u32 threads : {1u, 2u})
      table.row(rule.name, threads, time_of(repeats, [&] {
                  (void)build(mesh, TopDown<AnySplit>{rule.split, 4, threads});
                }));
  // Other topologies.
  for (u32 leaf_size : {1u, 4u})
    for (u32 threads : {1u, 2u})
      table.row(leaf_size == 1 ? "linear, leaves of 1" : "linear, leaves of 4", threads,
                time_of(repeats, [&] { (void)build(mesh, Linear{.leaf_size = leaf_size, .threads = threads}); }));
  for (u32 threads : {1u, 2u})
    table.row("agglomerative", threads,
              time_of(repeats, [&] { (void)build(mesh, Agglomerate{.leaf_size = 4, .threads = threads}); }));
  if (mesh.size() <= 300000) {  // a million would take a minute
    table.row("insertion", 1, time_of(1, [&] { (void)build(mesh, Insertion{.leaf_size = 4}); }));
    table.row("bottom up, area", 1, time_of(1, [&] { (void)build(mesh, BottomUp<MergedArea>{.leaf_size = 4}); }));
    table.row("bottom up, volume", 1, time_of(1, [&] { (void)build(mesh, BottomUp<MergedVolume>{.leaf_size = 4}); }));
    table.row("bottom up, hollow", 1, time_of(1, [&] { (void)build(mesh, BottomUp<MergedHollow>{.leaf_size = 4}); }));
  }
}

// Whole trees with volumes: ours compared with FCL's and Embree's.
void whole_trees(const char* name, const Mesh& mesh, int repeats) {
  std::printf("\nwhole trees: %s, %u triangles\n  %-42s %7s %9s %9s\n", name, mesh.size(), "tree", "threads", "passed",
              "computed");
  const auto row = [](const char* what, u32 threads, Time t) {
    std::printf("  %-42s %7u %9.3f %9.3f", what, threads, t.passed, t.computed);
  };
  const auto rival = [&](const char* what, Time t) {
    row(what, 1, t);
    std::printf("\n");
    std::fflush(stdout);
    return t.computed;
  };
  const auto ratio = [](const char* to, double theirs, double ours) { std::printf("  %s ÷ %.2f", to, theirs / ours); };
  // One and two threads; `beside` prints the single-threaded comparison.
  const auto ours = [&](const char* what, const std::function<void(u32)>& make, const auto& beside) {
    const Time one = time_of(repeats, [&] { make(1); });
    row(what, 1, one);
    beside(one.computed);
    const Time two = time_of(repeats, [&] { make(2); });
    std::printf("\n");
    row(what, 2, two);
    std::printf("  one thread ÷ %.2f\n", one.passed / two.passed);
    std::fflush(stdout);
    return one;
  };
  std::vector<fcl::Vector3d> vertices;
  for (Vec3d v : mesh.vertices()) vertices.emplace_back(v.x, v.y, v.z);
  std::vector<fcl::Triangle> faces;
  for (const Face& f : mesh.faces()) faces.emplace_back(f[0], f[1], f[2]);
  const auto fcl_tree = [&](const char* what, auto volume) {
    return rival(what, time_of(1, [&] { build_fcl<decltype(volume)>(vertices, faces); }));
  };
  const double obbrss = fcl_tree("FCL, OBBRSS", fcl::OBBRSSd()), obb = fcl_tree("FCL, OBB", fcl::OBBd());
  const double aabb = fcl_tree("FCL, AABB", fcl::AABBd());
  double fast = 0, medium = 0, high = 0;
#ifdef APART_LAB_EMBREE
  fast = rival("Embree, low quality (fast)", embree(mesh, RTC_BUILD_QUALITY_LOW, repeats));
  medium = rival("Embree, medium quality (default)", embree(mesh, RTC_BUILD_QUALITY_MEDIUM, repeats));
  high = rival("Embree, high quality", embree(mesh, RTC_BUILD_QUALITY_HIGH, repeats));
#else
  std::printf("  (built without Embree: libembree-dev was not found)\n");
#endif
  const auto top_down = [&](u32 threads) { return build(mesh, TopDown<>{.leaf_size = 4, .threads = threads}); };
  const auto default_tree = [&](u32 t) {  // as a Model makes it
    return fit_tree<Obb<float>>(widen_largest(top_down(t), kMostSiblings), mesh, {.threads = t});
  };
  const Time rebuild = ours(
      "default: top-down, oriented boxes", [&](u32 t) { (void)default_tree(t); },
      [&](double seconds) { ratio("OBBRSS", obbrss, seconds), ratio("OBB", obb, seconds); });
  ours(
      "top-down, boxes", [&](u32 t) { (void)fit_tree<Aabb<float>>(top_down(t), mesh, {.threads = t}); },
      [&](double seconds) {
        ratio("FCL AABB", aabb, seconds);
        if (medium > 0) ratio("medium", medium, seconds), ratio("high", high, seconds);
      });
  ours(
      "linear, boxes",
      [&](u32 t) {
        (void)fit_tree<Aabb<float>>(build(mesh, Linear{.leaf_size = 4, .threads = t}), mesh, {.threads = t});
      },
      [&](double seconds) {
        if (fast > 0) ratio("fast", fast, seconds);
      });
  Tree<Obb<float>> tree = default_tree(1);
  Refit<Obb<float>> again(tree, mesh);
  ours(
      "default, refitted", [&](u32 t) { again(tree, mesh, {.threads = t}); },
      [&](double seconds) { ratio("rebuild", rebuild.computed, seconds); });
  ours(
      "default, refitted tightly", [&](u32 t) { again(tree, mesh, {.threads = t, .tight = true}); },
      [&](double seconds) { ratio("rebuild", rebuild.computed, seconds); });
  // FCL's tree is binary with one triangle per leaf: twice as many nodes as triangles.
  std::printf("  bytes per triangle: default %.1f, FCL OBBRSS %.0f, FCL OBB %.0f\n",
              double(memory_bytes(tree)) / mesh.size(), 2.0 * sizeof(fcl::BVNode<fcl::OBBRSSd>),
              2.0 * sizeof(fcl::BVNode<fcl::OBBd>));
}

struct NamedBuilder {
  const char* name;
  std::function<Topology(const Mesh&)> build;
};

std::vector<NamedBuilder> builders(u32 leaf) {
  std::vector<NamedBuilder> out;
  for (const Named& rule : rules())
    out.push_back({rule.name, [=](const Mesh& m) { return build(m, TopDown<AnySplit>{rule.split, leaf}); }});
  out.push_back({"linear", [=](const Mesh& m) { return build(m, Linear{leaf}); }});
  out.push_back({"agglomerative", [=](const Mesh& m) { return build(m, Agglomerate{.leaf_size = leaf}); }});
  out.push_back({"insertion", [=](const Mesh& m) { return build(m, Insertion{leaf}); }});
  out.push_back({"bottom up, area", [=](const Mesh& m) { return build(m, BottomUp<MergedArea>{{}, leaf}); }});
  out.push_back({"bottom up, volume", [=](const Mesh& m) { return build(m, BottomUp<MergedVolume>{{}, leaf}); }});
  out.push_back({"bottom up, hollow", [=](const Mesh& m) { return build(m, BottomUp<MergedHollow>{{}, leaf}); }});
  return out;
}

struct Pair {
  const char* name;
  Mesh a, b;
  std::vector<Pose> poses;
};

std::vector<Pair> pairs() {
  Random random(1);
  const auto strewn = [&](const char* name, const Mesh& a, const Mesh& b, double near, double far) {
    Pair pair{name, a, b, {}};
    for (int k = 0; k < 30; ++k)
      pair.poses.push_back({random.rotation(), random.uniform(near, far) * random.direction()});
    return pair;
  };
  std::vector<Pair> out;
  out.push_back(strewn("spheres", generate::sphere(1, 20000), generate::sphere(0.8, 20000), 1.7, 2));
  out.push_back(strewn("tori", generate::torus(1, 0.3, 100, 50), generate::torus(1, 0.3, 100, 50), 0, 2.8));
  out.push_back({"teeth", generate::teeth(generate::Jaw::lower), generate::teeth(generate::Jaw::upper), {}});
  for (int k = 0; k < 10; ++k) out.back().poses.push_back(Pose::shift({0, 0, random.uniform(-0.1, 0.1)}));
  out.push_back(strewn("gears", generate::gear({}), generate::gear({}), 100, 150));
  return out;
}

// All touching pairs, and the distance: tests of volumes, of triangles, and microseconds, averaged over the poses.
void worth(const Pair& pair, u32 leaf_size, int repeats) {
  std::printf("\n%s, leaves of %u\n  %-32s %9s %9s %9s  %9s %9s %9s\n", pair.name, leaf_size,
              "all touching pairs, distance", "volumes", "triangles", "us", "volumes", "triangles", "us");
  for (const NamedBuilder& builder : builders(leaf_size)) {
    const Tree<Obb<float>> a = fit_tree<Obb<float>>(builder.build(pair.a), pair.a);
    const Tree<Obb<float>> b = fit_tree<Obb<float>>(builder.build(pair.b), pair.b);
    const auto all = [](const TouchingPair&) { return true; };
    const auto each_pose = [&](auto query_at, auto& probe) {
      for (const Pose& at : pair.poses) {
        auto query = query_at(at);
        walk(a, at, b, query, probe);
      }
    };
    const auto touching = [&](const Pose& at) { return CollisionsQuery<decltype(all)>{{pair.a, at, pair.b}, all}; };
    const auto nearest = [&](const Pose& at) { return DistanceQuery{{pair.a, at, pair.b}}; };
    const double poses = double(pair.poses.size());
    std::printf("  %-32s", builder.name);
    const auto report = [&](auto query_at) {
      Count count;
      each_pose(query_at, count);
      NoProbe none;
      const Time time = time_of(repeats, [&] { each_pose(query_at, none); });
      std::printf(" %9.0f %9.0f %9.0f ", double(count.volume_tests()) / poses, double(count.primitive_tests()) / poses,
                  time.computed / poses * 1e6);
    };
    report(touching);
    report(nearest);
    std::printf("\n");
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const u32 triangles = argc > 1 ? static_cast<u32>(std::atoi(argv[1])) : 200000;
  const int repeats = argc > 2 ? std::atoi(argv[2]) : 3;
  const bool all = argc > 3 && std::string_view(argv[3]) == "all";
  if (triangles < 6 || repeats < 1 || argc > 4 || (argc > 3 && !all)) {
    std::fprintf(stderr, "usage: build_bench [TRIANGLES] [REPEATS] [all]\n");
    return 2;
  }
  whole_trees("sphere", generate::sphere(1, triangles), repeats);
  if (!all) return 0;
  builds("sphere", generate::sphere(1, triangles), repeats);
  const u32 side = static_cast<u32>(std::sqrt(triangles / 2.0));
  builds("height field", generate::height_field({1, 1, 0.2}, side, side), repeats);
  Random random(1);
  builds("soup", generate::soup(random, triangles, {.size = 0.02}), repeats);
  for (const Pair& pair : pairs())
    for (u32 leaf_size : {1u, 4u}) worth(pair, leaf_size, repeats);
}
