// Cost and quality of each builder: every split axis with every split point, and the other builders, on every generated
// model and the user's own: build time, memory, depth, expected cost, and the time of queries of copies of the model at
// random poses. The results must be the same for all.
#include <fmt/format.h>
#include <apart/hierarchy/analysis/facts.hpp>
#include <apart/hierarchy/builders/agglomerate.hpp>
#include <apart/hierarchy/builders/bottom_up.hpp>
#include <apart/hierarchy/builders/build.hpp>
#include <apart/hierarchy/builders/insertion.hpp>
#include <apart/hierarchy/builders/linear.hpp>
#include <apart/hierarchy/fit/fit_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <functional>
#include <samples/generate.hpp>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"
#include "lab/models.hpp"

namespace {

using namespace apart;

constexpr u32 kLeaf = 4;  // triangles, as in a Model

struct Builder {
  std::string name;
  std::function<Topology(const Mesh&)> build;
};

template <class Axis, class Point>
void add_split(std::vector<Builder>& out, const char* axis, const char* point) {
  out.push_back({fmt::format("{}, {}", axis, point), [](const Mesh& m) {
                   return build(m, TopDown<AnySplit>{Split<Axis, Point>{}, kLeaf});
                 }});
}
template <class Axis>
void add_splits(std::vector<Builder>& out, const char* axis) {
  add_split<Axis, BinnedArea>(out, axis, "least area");
  add_split<Axis, BinnedVolume>(out, axis, "least volume");
  add_split<Axis, Mean>(out, axis, "mean");
  add_split<Axis, Median>(out, axis, "median");
  add_split<Axis, Midpoint>(out, axis, "midpoint");
  add_split<Axis, WidestGap>(out, axis, "widest gap");
}

// The first is what a Model uses.
std::vector<Builder> all_builders() {
  std::vector<Builder> out;
  add_splits<LongestCentreSide>(out, "side of centres");
  add_splits<LongestBoxSide>(out, "side of box");
  add_splits<CentreSpread>(out, "spread of centres");
  add_splits<AreaSpread>(out, "spread of area");
  out.push_back({"linear", [](const Mesh& m) { return build(m, Linear{.leaf_size = kLeaf}); }});
  out.push_back({"agglomerate", [](const Mesh& m) { return build(m, Agglomerate{.leaf_size = kLeaf}); }});
  out.push_back({"insertion", [](const Mesh& m) { return build(m, Insertion{.leaf_size = kLeaf}); }});
  out.push_back({"bottom up, area", [](const Mesh& m) { return build(m, BottomUp<MergedArea>{.leaf_size = kLeaf}); }});
  out.push_back(
      {"bottom up, volume", [](const Mesh& m) { return build(m, BottomUp<MergedVolume>{.leaf_size = kLeaf}); }});
  out.push_back(
      {"bottom up, hollow", [](const Mesh& m) { return build(m, BottomUp<MergedHollow>{.leaf_size = kLeaf}); }});
  return out;
}

std::vector<lab::NamedMesh> generated_models(const lab::Run& run) {
  const auto of = [&](u32 triangles) { return run.pick(600u, triangles); };
  const u32 side = run.pick(17u, 100u);
  Random random(1);
  std::vector<lab::NamedMesh> out{{"sphere", generate::sphere(1, of(20000))},
                                  {"rounded box", generate::rounded_box({1, 2, 3}, 0.2, run.pick(7u, 40u))},
                                  {"cylinder", generate::cylinder(1, 3, of(20000) / 4)},
                                  {"ring", generate::ring(1, 2, 0.5, of(20000) / 8)},
                                  {"torus", generate::torus(1, 0.3, run.pick(30u, 200u), run.pick(10u, 50u))},
                                  {"wrinkled torus", generate::wrinkled_torus(of(20000))},
                                  {"bent torus", generate::bent_torus(of(20000))},
                                  {"spiral peg", generate::spiral_peg(of(8000))},
                                  {"cup", generate::cup(of(8000))},
                                  {"spoon", generate::spoon(run.pick(84u, 5000u))},
                                  {"teeth", generate::teeth(generate::Jaw::lower, of(40000))},
                                  {"hand", generate::hand_part(run.pick(404u, 5000u))},
                                  {"gear", generate::gear({})},
                                  {"ground", generate::height_field({2, 2, 0.5}, side, side)},
                                  {"soup", generate::soup(random, of(10000))}};
  if (run.full()) out.push_back({"cabin", generate::cabin(50000)});  // there is no small one
  return out;
}

// The pose of a copy of a model: some intersect it, some are near, some are distant.
std::vector<Pose> places(const Mesh& mesh, int count) {
  const Frame frame = frame_of(mesh);
  Random random(2);
  std::vector<Pose> out;
  for (int k = 0; k < count; ++k) {
    const Mat3d turned = random.rotation();
    const Vec3d away = random.uniform(0.3, 2.1) * frame.radius * random.direction();
    out.push_back({turned, frame.centre + away - turned * frame.centre});
  }
  return out;
}

struct Cost {
  double seconds = 0, volumes = 0, triangles = 0;  // per query
};

struct Measured {
  double build = 0, fit = 0;
  TreeFacts facts;
  Cost touching, far;
  std::vector<double> answers;  // the number of touching pairs, and the distance, at each pose
};

Measured measure(const Builder& builder, const Mesh& mesh, std::span<const Pose> at) {
  Measured out;
  Topology topology;
  out.build = lab::seconds_of([&] { topology = builder.build(mesh); });
  Tree<Obb<float>> tree;
  out.fit = lab::seconds_of([&] { tree = fit_tree<Obb<float>>(std::move(topology), mesh); });
  out.facts = facts(tree);
  const double each = 1.0 / double(at.size());
  const auto run_all = [&](Cost& cost, auto make_query, auto answer_of) {
    Count count;
    for (const Pose& pose : at) {
      auto query = make_query(pose);
      walk(tree, pose, tree, query, count);
      out.answers.push_back(answer_of(query));
    }
    cost.volumes = each * double(count.volume_tests()), cost.triangles = each * double(count.primitive_tests());
    cost.seconds = each * lab::seconds_of([&] {
                     for (const Pose& pose : at) {
                       auto query = make_query(pose);
                       walk(tree, pose, tree, query);
                     }
                   });
  };
  double found = 0;
  const auto collect = [&](const TouchingPair&) { return ++found, true; };
  run_all(
      out.touching,
      [&](const Pose& pose) {
        return CollisionsQuery<decltype(collect)>{{mesh, pose, mesh}, collect};
      },
      [&](const auto&) { return std::exchange(found, 0); });
  run_all(
      out.far,
      [&](const Pose& pose) {
        return DistanceQuery{{mesh, pose, mesh}};
      },
      [](const DistanceQuery& query) { return query.best_distance; });
  return out;
}

// Geometric means.
struct GeometricMean {
  double sum = 0;
  int count = 0;

  void add(double ratio) { sum += std::log(ratio), ++count; }
  double value() const { return std::exp(sum / std::max(count, 1)); }
};

}  // namespace

namespace apart::lab {

void builders(Run& run) {
  std::vector<NamedMesh> models = generated_models(run);
  for (NamedMesh& model : real_models(run)) models.push_back(std::move(model));
  const std::vector<Builder> all = all_builders();
  Table& table = run.table(
      "builders", "Leaves of four triangles, oriented boxes; mean of the places, all touching pairs and distance",
      {"model", "triangles", "builder", "milliseconds to build", "to fit boxes", "bytes per triangle", "levels",
       "expected cost", "touching: volumes", "triangles tested", "microseconds", "distance: volumes",
       "triangles measured", "microseconds (distance)"});
  struct Means {
    GeometricMean build, expected, touching_tests, touching, far_tests, far;
  };
  std::vector<Means> means(all.size());
  u64 differ = 0;
  for (std::size_t m = 0; m < models.size(); ++m) {
    const auto& [name, mesh] = models[m];
    const std::vector<Pose> at = places(mesh, run.pick(5, 40));
    std::optional<Measured> first;
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (!run.go_on(m * all.size() + k, models.size() * all.size())) return;
      const Measured now = measure(all[k], mesh, at);
      if (!first) first = now;
      for (std::size_t i = 0; i < now.answers.size(); ++i) differ += now.answers[i] != first->answers[i];
      table.add({name,
                 mesh.size(),
                 all[k].name,
                 {1e3 * now.build, 4},
                 {1e3 * now.fit, 4},
                 {double(now.facts.bytes) / mesh.size(), 4},
                 now.facts.depth(),
                 {now.facts.cost.total(), 4},
                 {now.touching.volumes, 5},
                 {now.touching.triangles, 5},
                 {1e6 * now.touching.seconds, 4},
                 {now.far.volumes, 5},
                 {now.far.triangles, 5},
                 {1e6 * now.far.seconds, 4}});
      const auto tests = [](const Cost& cost) { return cost.volumes + cost.triangles; };
      means[k].build.add(now.build / first->build);
      means[k].expected.add(now.facts.cost.total() / first->facts.cost.total());
      means[k].touching_tests.add(tests(now.touching) / tests(first->touching));
      means[k].touching.add(now.touching.seconds / first->touching.seconds);
      means[k].far_tests.add(tests(now.far) / tests(first->far));
      means[k].far.add(now.far.seconds / first->far.seconds);
    }
  }

  Table& summary = run.table(
      "summary", fmt::format("Over the first builder, geometric mean of {} models", models.size()),
      {"builder", "time to build", "expected cost", "touching: tests", "time", "distance: tests", "time (distance)"});
  // One colour per direction, labels where points are isolated.
  constexpr const char* directions[] = {"side of centres", "side of box", "spread of centres", "spread of area"};
  constexpr std::size_t points = 6;
  Plot::Points cuts[std::size(directions)];
  Plot plot("Trees that cost more to build, and what they save", {"time to build, over the default", true, 0.2, 60},
            {"tests, over the default", false, 0.8, 2});
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Means& mean = means[k];
    summary.add({all[k].name,
                 {mean.build.value(), 3},
                 {mean.expected.value(), 3},
                 {mean.touching_tests.value(), 3},
                 {mean.touching.value(), 3},
                 {mean.far_tests.value(), 3},
                 {mean.far.value(), 3}});
    const double x = mean.build.value(), y = std::sqrt(mean.touching_tests.value() * mean.far_tests.value());
    if (k < points * std::size(directions))
      cuts[k / points].push_back({x, y});
    else if (all[k].name != "bottom up, volume" && all[k].name != "bottom up, hollow")  // beside the first of its kind
      plot.mark(all[k].name, x, y);
  }
  for (std::size_t d = 0; d < std::size(directions); ++d) plot.dots(directions[d], cuts[d]);
  run.plot("builders", plot);
  run.compare_difference("answers that differ from the first builder's", double(differ), 0, 0);
}

}  // namespace apart::lab
