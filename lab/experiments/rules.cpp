// Which order, descent rule and space take the fewest tests, and the least time? Every order × rule × space, placed
// volumes cached or not, on a few scenes: all touching pairs, and the distance. The results must be the same for all.
// The rule is chosen at run time for every pair, and tests are counted, which costs all of them a little and alike.
#include <fmt/format.h>
#include <algorithm>
#include <apart/hierarchy/model_tree.hpp>
#include <apart/queries/models/walk_queries.hpp>
#include <samples/generate.hpp>

#include "lab/clock.hpp"
#include "lab/experiment.hpp"

namespace {

using namespace apart;
using V = Obb<float>;

constexpr const char* kOrders[] = {"depth first", "breadth first", "best first", "best first of 32", "diving"};
constexpr const char* kRules[] = {"diameter", "area", "volume", "A", "B", "alternate", "both"};
constexpr const char* kSpaces[] = {"own", "A's", "A's, kept", "world", "world, kept"};
constexpr const char* kQuestions[] = {"all touching", "distance"};

struct AnyRule {
  static inline std::size_t chosen = 0;
  using Memory = Alternate::Memory;

  Descend operator()(const V& a, const V& b, Memory memory) const {
    switch (chosen) {
      case 0:
        return LargestDiameter{}(a, b, {});
      case 1:
        return LargestArea{}(a, b, {});
      case 2:
        return LargestVolume{}(a, b, {});
      case 3:
        return Descend::a;
      case 4:
        return Descend::b;
      case 5:
        return Alternate{}(a, b, memory);
      default:
        return Descend::both;
    }
  }
};

struct Scene {
  std::string name;
  Model a, b;
  std::vector<Pose> b_in_a;
};

std::vector<Scene> scenes(const lab::Run& run) {
  const auto of = [&](u32 triangles) { return run.pick(triangles / 30, triangles); };
  const auto model = [](Mesh mesh) { return Model::make(std::move(mesh)).value(); };
  Random random(1);
  const auto strewn = [&](double near, double far) {
    std::vector<Pose> out;
    for (int k = 0; k < run.pick(2, 10); ++k) {
      const Mat3d turned = random.rotation();
      out.push_back({turned, random.uniform(near, far) * random.direction()});
    }
    return out;
  };
  std::vector<Scene> out;
  out.push_back({"spheres that cross or nearly", model(generate::sphere(1, of(20000))),
                 model(generate::sphere(0.8, of(20000))), strewn(1.7, 1.85)});
  out.push_back(
      {"tori", model(generate::wrinkled_torus(of(10000))), model(generate::bent_torus(of(10000))), strewn(0.5, 2.5)});
  out.push_back({"a spoon and a cup", model(generate::cup(of(16000))), model(generate::spoon()), strewn(0.2, 1.5)});
  out.push_back({"teeth that bite",
                 model(generate::teeth(generate::Jaw::lower, of(20000))),
                 model(generate::teeth(generate::Jaw::upper, of(20000))),
                 {Pose::shift({0, 0, 0.03}), Pose::shift({0.05, 0, 0})}});
  return out;
}

struct Measured {
  std::vector<double> answers;
  Count count;
  double seconds = 0;
};

// All poses of a scene. `space` creates the space of the volume tests from a pose.
template <class Order, class MakeSpace>
Measured run_query(const Scene& scene, int question, MakeSpace make_space) {
  Measured out;
  const ModelTree &a = scene.a.tree(), &b = scene.b.tree();
  double found = 0;
  const auto collect = [&](const TouchingPair&) { return ++found, true; };
  for (const Pose& at : scene.b_in_a) {
    const PlacedPair pair{scene.a.mesh(), at, scene.b.mesh()};
    const double start = lab::thread_seconds();
    if (question == 0) {
      CollisionsQuery<decltype(collect)> query{pair, collect};
      walk_in<InOrder<Order, AnyRule>>(make_space(at), a, b, query, out.count);
      out.answers.push_back(std::exchange(found, 0));
    } else {
      DistanceQuery query{pair};
      walk_in<InOrder<Order, AnyRule>>(make_space(at), a, b, query, out.count);
      out.answers.push_back(query.best_distance);
    }
    out.seconds += lab::thread_seconds() - start;
  }
  return out;
}

template <class Order>
Measured run_query_in(const Scene& scene, int question, std::size_t space) {
  const Frame a = scene.a.tree().frame, b = scene.b.tree().frame;
  const std::size_t nodes_a = scene.a.tree().nodes.size(), nodes_b = scene.b.tree().nodes.size();
  // A is rotated in the world, so that both trees have to be placed.
  const Pose a_in_world = Pose::from_quaternion(1, 0.5, 0.3, -0.2, {3, 1, 2}).value();
  PlacedVolumes<V> placed;
  InWorldSpace<V>::Cache in_world;
  const auto model_space = [&](const Pose& at) {
    placed.begin(nodes_b);
    return InModelSpace<V>(a, at, b, space == 2 ? &placed : nullptr);
  };
  const auto world_space = [&](const Pose& at) {
    in_world.begin(nodes_a, nodes_b);
    return InWorldSpace<V>(a, a_in_world, b, a_in_world * at, space == 4 ? &in_world : nullptr);
  };
  if (space == 0) return run_query<Order>(scene, question, [&](const Pose& at) { return InOwnSpace<V>(a, at, b); });
  return space < 3 ? run_query<Order>(scene, question, model_space) : run_query<Order>(scene, question, world_space);
}

Measured run_query(const Scene& scene, int question, std::size_t order, std::size_t rule, std::size_t space) {
  AnyRule::chosen = rule;
  switch (order) {
    case 0:
      return run_query_in<DepthFirst>(scene, question, space);
    case 1:
      return run_query_in<BreadthFirst>(scene, question, space);
    case 2:
      return run_query_in<BestFirst>(scene, question, space);
    case 3:
      return run_query_in<BestFirstOf<32>>(scene, question, space);
    default:
      return run_query_in<Diving>(scene, question, space);
  }
}

}  // namespace

namespace apart::lab {

void rules(Run& run) {
  const std::vector<Scene> all = scenes(run);
  Table& table = run.table("rules", "Mean of the places of a scene",
                           {"scene", "question", "order", "rule", "space", "volumes", "triangles", "placed",
                            "microseconds", "tests over the default", "time over the default"});
  constexpr std::size_t orders = std::size(kOrders), rules = std::size(kRules), spaces = std::size(kSpaces);
  struct Sum {
    double log_tests = 0, log_time = 0;
    int count = 0;
    void add(double tests, double time) { log_tests += std::log(tests), log_time += std::log(time), ++count; }
  };
  // Varies one of the three, the other two at their defaults.
  Sum by_order[2][orders], by_rule[2][rules], by_space[2][spaces];
  u64 differ = 0;
  std::size_t done = 0;
  for (const Scene& scene : all)
    for (int question = 0; question < 2; ++question) {
      std::vector<double> answers;
      double default_tests = 0, default_seconds = 0;
      // The defaults of the plain queries: depth first, for distances diving; largest diameter; own space.
      const std::size_t usual = question == 0 ? 0 : 4;
      run_query(scene, question, usual, 0, 0);  // so that the first one is not the only one with cold caches
      for (std::size_t o = 0; o < orders; ++o) {
        const std::size_t order = (o + usual) % orders;  // the default first
        for (std::size_t rule = 0; rule < rules; ++rule)
          for (std::size_t space = 0; space < spaces; ++space) {
            if (!run.go_on(done++, all.size() * 2 * orders * rules * spaces)) return;
            const Measured measured = run_query(scene, question, order, rule, space);
            if (answers.empty()) answers = measured.answers;
            for (std::size_t k = 0; k < answers.size(); ++k) differ += measured.answers[k] != answers[k];
            const double each = 1.0 / double(answers.size());
            const double tests = double(measured.count.volume_tests() + measured.count.primitive_tests());
            if (default_tests == 0) default_tests = tests, default_seconds = measured.seconds;
            const double more_tests = tests / default_tests, more_time = measured.seconds / default_seconds;
            table.add({scene.name,
                       kQuestions[question],
                       kOrders[order],
                       kRules[rule],
                       kSpaces[space],
                       {each * double(measured.count.volume_tests()), 5},
                       {each * double(measured.count.primitive_tests()), 5},
                       {each * double(measured.count.updates), 5},
                       {1e6 * each * measured.seconds, 4},
                       {more_tests, 4},
                       {more_time, 3}});
            const bool o_usual = order == usual, r_usual = rule == 0, s_usual = space == 0;
            if (r_usual && s_usual) by_order[question][order].add(more_tests, more_time);
            if (o_usual && s_usual) by_rule[question][rule].add(more_tests, more_time);
            if (o_usual && r_usual) by_space[question][space].add(more_tests, more_time);
          }
      }
    }

  Table& summary = run.table(
      "summary", fmt::format("One of the three changed: over the default, geometric mean of {} scenes", all.size()),
      {"changed", "to", "all touching: tests", "time", "distance: tests", "time (distance)"});
  const auto add = [&](const char* what, const char* name, const Sum& touching, const Sum& far) {
    const auto mean = [](double logs, int count) { return Cell(std::exp(logs / std::max(count, 1)), 3); };
    summary.add({what, name, mean(touching.log_tests, touching.count), mean(touching.log_time, touching.count),
                 mean(far.log_tests, far.count), mean(far.log_time, far.count)});
  };
  for (std::size_t k = 0; k < orders; ++k) add("order", kOrders[k], by_order[0][k], by_order[1][k]);
  for (std::size_t k = 0; k < rules; ++k) add("rule", kRules[k], by_rule[0][k], by_rule[1][k]);
  for (std::size_t k = 0; k < spaces; ++k) add("space", kSpaces[k], by_space[0][k], by_space[1][k]);
  run.compare_difference("answers that differ from the default's", double(differ), 0, 0);

  Plot plot("Descent rules: tests over the default",
            {"rule: 1 diameter, 2 area, 3 volume, 4 A, 5 B, 6 alternate, 7 both", false, 0.4, 7.6},
            {"tests, over the default"});
  Plot::Points touching, far;
  for (std::size_t k = 0; k < rules; ++k) {
    touching.push_back({double(k) + 0.8, std::exp(by_rule[0][k].log_tests / by_rule[0][k].count)});
    far.push_back({double(k) + 1.2, std::exp(by_rule[1][k].log_tests / by_rule[1][k].count)});
  }
  plot.bars("all touching pairs", touching, 0.4).bars("distance", far, 0.4);
  run.plot("rules", plot);
}

}  // namespace apart::lab
